import type { Message, Part } from '../model/message.ts'
import { validate } from './validate.ts'

const NO_RESULT = '[no result recorded]'

/**
 * Messages that a provider takes: an open call of an older message gets a result that says there is none, and a result
 * without a call of its own is told as a text. The very array where nothing is amiss.
 */
export function repairMessages(messages: readonly Message[]): readonly Message[] {
  const broken = validate(messages)
  const keysOf = (...codes: readonly string[]) =>
    new Set(broken.filter(({ code }) => codes.includes(code)).map(({ key }) => key))
  const [open, orphans] = [keysOf('V01'), keysOf('V02', 'V03')]
  if (open.size + orphans.size === 0) return messages
  return messages.flatMap((message) => {
    const missing = message.parts.filter(({ key }) => open.has(key)).map(resultFor)
    return [...withoutOrphans(message, orphans), ...(missing.length === 0 ? [] : [toolMessage(missing)])]
  })
}

function resultFor({ key, callId, tool }: Part): Part {
  const of = { ...(callId === undefined ? {} : { callId }), ...(tool === undefined ? {} : { tool }) }
  return { key: key.replace(/^c:/, 'r:'), kind: 'tool_result', text: NO_RESULT, ...of, raw: null }
}

function toolMessage(parts: readonly Part[]): Message {
  return { role: 'tool', human: false, parts, raw: null }
}

/** What is left of a message, and its results without a call as a message of the user. */
function withoutOrphans(message: Message, orphans: ReadonlySet<string>): readonly Message[] {
  const told = message.parts.filter(({ key }) => orphans.has(key))
  if (told.length === 0) return [message]
  const left = message.parts.filter(({ key }) => !orphans.has(key))
  const parts = told.map(({ key, text }): Part => ({ key, kind: 'text', text, raw: null }))
  return [
    ...(left.length === 0 ? [] : [{ ...message, parts: left }]),
    { role: 'user', human: false, parts, raw: null },
  ]
}
