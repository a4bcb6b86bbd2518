import { withoutUndefined } from '../../../domain/json.ts'
import { argumentObject } from '../../host/call-arguments.ts'
import {
  type HostObject,
  isHostObject,
  listOf,
  nameOf,
  objectOf,
  objectsOf,
  textOf,
} from '../../host/host-object.ts'
import type { HostFormat } from '../host-format.ts'
import { rebuildBlocks } from '../rebuild-blocks.ts'
import { serverEditsIn } from '../server-edits.ts'
import { parseModelMessage } from './parse-messages.ts'

/** `ModelMessage[]` of the AI SDK: by itself, as `messages`, or as the `prompt` of a language model. */
export const aiSdk: HostFormat = {
  name: 'ai-sdk',
  detect: (request) => messagesOf(request).some(isOwnMessage),
  list: messagesOf,
  withList: (request, messages) => {
    if (Array.isArray(request)) return messages
    const body = objectOf(request)
    return Array.isArray(body?.prompt) ? { ...body, prompt: messages } : { ...body, messages }
  },
  overhead: (request) => {
    const body = objectOf(request)
    const instructions = objectsOf(messagesOf(request)).filter((message) => message.role === 'system')
    return [body?.system, body?.instructions, ...instructions.map((message) => message.content), body?.tools]
  },
  parse: (list) => list.map(parseModelMessage),
  joins: (before, next) => before.role === 'tool' && next.role === 'tool',
  rebuild: (message, edits) => {
    const host = objectOf(message)
    if (typeof host?.content !== 'string') {
      return { ...host, content: rebuildBlocks(listOf(host?.content), edits, replaceBlock) }
    }
    const [edit] = edits
    return edit?.kind === 'replaced' ? { ...host, content: edit.text } : message
  },
  removesReasoning: true,
  serverEdits: (request) => {
    const options = objectOf(objectOf(request)?.providerOptions)
    const openai = objectOf(options?.openai)
    if (nameOf(openai?.previousResponseId) !== undefined) {
      return { code: 'server_state', field: 'providerOptions.openai.previousResponseId' }
    }
    if (openai?.truncation === 'auto') {
      return { code: 'server_edits_active', field: 'providerOptions.openai.truncation' }
    }
    return serverEditsIn(options?.anthropic, 'contextManagement')
  },
}

function messagesOf(request: unknown): readonly unknown[] {
  if (Array.isArray(request)) return request
  const body = objectOf(request)
  return Array.isArray(body?.prompt) ? body.prompt : listOf(body?.messages)
}

function isOwnMessage(message: unknown): boolean {
  return objectsOf(objectOf(message)?.content).some((block) => OWN_BLOCKS.has(textOf(block.type) ?? ''))
}

const OWN_BLOCKS = new Set([
  'tool-call',
  'tool-result',
  'reasoning',
  'tool-approval-request',
  'tool-approval-response',
])

/** A part with other content: its ids, names and provider options stay. */
function replaceBlock(block: unknown, text: string): unknown {
  if (!isHostObject(block)) return { type: 'text', text }
  switch (block.type) {
    case 'text':
      return { ...block, text }
    case 'tool-call':
      return {
        ...block,
        [block.input === undefined && block.args !== undefined ? 'args' : 'input']: argumentObject(text),
      }
    case 'tool-result':
      return replaceResult(block, text)
    default: {
      const { providerOptions } = block
      return { type: 'text', text, ...withoutUndefined({ providerOptions }) }
    }
  }
}

function replaceResult(block: HostObject, text: string): HostObject {
  const output = objectOf(block.output)
  if (output === undefined && block.result !== undefined) return { ...block, result: text }
  const isError = output?.type === 'error-text' || output?.type === 'error-json'
  return { ...block, output: { type: isError ? 'error-text' : 'text', value: text } }
}
