import { argumentText } from '../../host/call-arguments.ts'
import { type HostObject, isHostObject, listOf, nameOf, objectOf, objectsOf } from '../../host/host-object.ts'
import type { HostFormat, PartEdit } from '../host-format.ts'
import { isInstruction } from '../openai-chat/index.ts'
import { rebuildBlocks } from '../rebuild-blocks.ts'
import { serverEditsIn } from '../server-edits.ts'
import { parseResponsesItem } from './parse-item.ts'

/** Requests to `POST /v1/responses`. */
export const openaiResponses: HostFormat = {
  name: 'openai-responses',
  detect: (request) => {
    const body = objectOf(request)
    return Array.isArray(body?.input) || typeof body?.input === 'string'
  },
  list: (request) => {
    const input = objectOf(request)?.input
    return typeof input === 'string' ? [input] : listOf(input)
  },
  withList: (request, items) => {
    const body = objectOf(request)
    return { ...body, input: typeof body?.input === 'string' ? items[0] : items }
  },
  overhead: (request) => {
    const body = objectOf(request)
    const messages = objectsOf(body?.input).filter((item) => isInstruction(item.role))
    return [body?.instructions, ...messages.map((item) => item.content), body?.tools]
  },
  parse: (list) => list.map(parseResponsesItem),
  // The items of one response are one message; so are the results that come back together.
  joins: (before, next) => before.role === next.role && (next.role === 'assistant' || next.role === 'tool'),
  rebuild: rebuildItem,
  // The provider refuses an output item whose reasoning item is gone.
  removesReasoning: false,
  serverEdits: (request) => {
    const body = objectOf(request)
    if (nameOf(body?.previous_response_id) !== undefined) {
      return { code: 'server_state', field: 'previous_response_id' }
    }
    if (body?.conversation !== undefined && body.conversation !== null) {
      return { code: 'server_state', field: 'conversation' }
    }
    if (body?.truncation === 'auto') return { code: 'server_edits_active', field: 'truncation' }
    return serverEditsIn(request, 'context_management')
  },
}

function rebuildItem(item: unknown, edits: readonly PartEdit[]): unknown {
  const [edit] = edits
  const host = objectOf(item)
  if (host === undefined) return edit?.kind === 'replaced' ? edit.text : item
  if (Array.isArray(host.content)) {
    const replace = (block: unknown, text: string) => replaceBlock(block, text, host.role)
    return { ...host, content: rebuildBlocks(host.content, edits, replace) }
  }
  return edit?.kind === 'replaced' ? replaceItem(host, edit.text) : item
}

function replaceItem(host: HostObject, text: string): HostObject {
  if (host.type === 'function_call') return { ...host, arguments: argumentText(text) }
  if (host.type === 'custom_tool_call') return { ...host, input: text }
  if (host.output === undefined) return { ...host, content: text }
  return { ...host, output: Array.isArray(host.output) ? [{ type: 'input_text', text }] : text }
}

function replaceBlock(block: unknown, text: string, role: unknown): unknown {
  if (isHostObject(block) && typeof block.text === 'string') return { ...block, text }
  return { type: role === 'assistant' ? 'output_text' : 'input_text', text }
}
