import { withoutUndefined } from '../../../domain/json.ts'
import { argumentObject } from '../../host/call-arguments.ts'
import type { DraftMessage } from '../../host/draft.ts'
import { type HostObject, isHostObject, listOf, objectOf, objectsOf, textOf } from '../../host/host-object.ts'
import { opaqueMarker } from '../../host/opaque-marker.ts'
import { userMessages } from '../../host/user-message.ts'
import type { HostFormat } from '../host-format.ts'
import { rebuildBlocks } from '../rebuild-blocks.ts'
import { serverEditsIn } from '../server-edits.ts'
import { parseAnthropicBlock } from './parse-blocks.ts'

/** Requests to `POST /v1/messages`. */
export const anthropicMessages: HostFormat = {
  name: 'anthropic-messages',
  detect: (request) => {
    const body = objectOf(request)
    if (!Array.isArray(body?.messages)) return false
    if (body.anthropic_version !== undefined || body.system !== undefined) return true
    return objectsOf(body.messages).some((message) =>
      objectsOf(message.content).some((block) => OWN_BLOCKS.has(textOf(block.type) ?? '')),
    )
  },
  list: (request) => listOf(objectOf(request)?.messages),
  withList: (request, messages) => ({ ...objectOf(request), messages }),
  overhead: (request) => [objectOf(request)?.system, objectOf(request)?.tools],
  parse: (list) => list.map(parseAnthropicMessage),
  joins: () => false,
  rebuild: (message, edits) => {
    const host = objectOf(message)
    if (typeof host?.content === 'string') {
      const [edit] = edits
      return edit?.kind === 'replaced' ? { ...host, content: edit.text } : message
    }
    return { ...host, content: rebuildBlocks(listOf(host?.content), edits, replaceContent) }
  },
  removesReasoning: true,
  serverEdits: (request) => serverEditsIn(request, 'context_management'),
}

const OWN_BLOCKS = new Set(['tool_use', 'tool_result', 'thinking', 'redacted_thinking', 'document'])

/** The drafts of one message; one that mixes results and text becomes a message of each. */
export function parseAnthropicMessage(message: unknown): readonly DraftMessage[] {
  const host = objectOf(message)
  const role = textOf(host?.role)
  if (host === undefined || (role !== 'user' && role !== 'assistant' && role !== 'system')) {
    return [{ role: 'system', parts: [opaqueMarker(message)], human: false, raw: message }]
  }
  const parts =
    typeof host.content === 'string'
      ? [{ kind: 'text' as const, text: host.content, raw: message }]
      : listOf(host.content).map(parseAnthropicBlock)
  return role === 'user' ? userMessages(parts, message) : [{ role, parts, human: false, raw: message }]
}

/** A block with other content: its type, ids, flags and cache markers stay. */
function replaceContent(block: unknown, text: string): unknown {
  if (!isHostObject(block)) return text
  if (block.type === 'tool_use') return { ...block, input: argumentObject(text) }
  if (block.type === 'tool_result') return replaceResult(block, text)
  if (block.type === 'text') return { ...block, text }
  const { cache_control: marker } = block
  return { type: 'text', text, ...withoutUndefined({ cache_control: marker }) }
}

function replaceResult(block: HostObject, text: string): HostObject {
  const isList = Array.isArray(block.content)
  return { ...block, content: isList ? [{ type: 'text', text }] : text }
}
