import type { TokenCounter } from '../../ports/token-counter.ts'
import { canonicalArguments } from './canonical-arguments.ts'
import type { Message, Part, Window } from './message.ts'

const CALL_ENVELOPE = 8
const RESULT_ENVELOPE = 6
/** What a message counts besides its parts. */
export const MESSAGE_ENVELOPE = 4
/** What an image or attachment of unknown size counts, and an image at most. */
export const UNKNOWN_SIZE = 1600

/** The tokens of a part with the envelope it is sent in. */
export function partTokens(part: Omit<Part, 'key' | 'raw'>, counter: TokenCounter): number {
  switch (part.kind) {
    case 'tool_call':
      return counter.count(part.tool ?? '') + counter.count(canonicalArguments(part)) + CALL_ENVELOPE
    case 'tool_result':
      return counter.count(part.text) + RESULT_ENVELOPE
    case 'image':
      return Math.min(part.tokens ?? UNKNOWN_SIZE, UNKNOWN_SIZE)
    case 'attachment':
      return part.tokens ?? UNKNOWN_SIZE
    case 'text':
    case 'reasoning':
    case 'marker':
      return part.tokens ?? counter.count(part.text)
    default:
      return part.kind satisfies never
  }
}

export function messageTokens(message: Pick<Message, 'parts'>, counter: TokenCounter): number {
  return message.parts.reduce((sum, part) => sum + partTokens(part, counter), MESSAGE_ENVELOPE)
}

/** Everything that a call would send: overhead and messages. */
export function windowTokens(window: Window, counter: TokenCounter): number {
  return window.messages.reduce(
    (sum, message) => sum + messageTokens(message, counter),
    window.overhead.tokens,
  )
}
