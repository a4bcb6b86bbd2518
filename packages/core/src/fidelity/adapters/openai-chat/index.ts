import { listOf, objectOf, objectsOf } from '../../host/host-object.ts'
import type { HostFormat } from '../host-format.ts'
import { parseChatMessages } from './parse-messages.ts'
import { rebuildChatMessage } from './rebuild-message.ts'

/** Requests to `POST /v1/chat/completions`, and what speaks the same way. */
export const openaiChat: HostFormat = {
  name: 'openai-chat',
  detect: (request) => Array.isArray(objectOf(request)?.messages),
  list: (request) => listOf(objectOf(request)?.messages),
  withList: (request, messages) => ({ ...objectOf(request), messages }),
  overhead: (request) => {
    const body = objectOf(request)
    const instructions = objectsOf(body?.messages).filter((message) => isInstruction(message.role))
    return [...instructions.map((message) => message.content), body?.tools, body?.functions]
  },
  parse: parseChatMessages,
  joins: (before, next) => before.role === 'tool' && next.role === 'tool',
  rebuild: rebuildChatMessage,
  removesReasoning: true,
  serverEdits: () => undefined,
}

/** Whether messages of a role are sent before the conversation, and never edited. */
export function isInstruction(role: unknown): boolean {
  return role === 'system' || role === 'developer'
}
