import type { Message } from '../../../../src/fidelity/model/message.ts'
import type { TokenCounter } from '../../../../src/ports/token-counter.ts'
import { onceAPart } from './once-a-part.ts'
import { argumentsJson, tokensOfMessages } from './parts.ts'

/** §19.3, bust: what a view has in common with the one before it. */
export interface SharedPrefix {
  readonly isBust: boolean
  /** Tokens of the equal leading messages. */
  readonly tokens: number
  /** Tokens of what the two messages have in common at which the views part. */
  readonly partial: number
}

export function sharedPrefix(
  previous: readonly Message[],
  current: readonly Message[],
  counter: TokenCounter,
): SharedPrefix {
  let i = 0
  while (i < previous.length && i < current.length && isSame(previous[i], current[i])) i++
  const tokens = tokensOfMessages(current.slice(0, i), counter)
  if (i >= previous.length) return { isBust: false, tokens, partial: 0 }
  return { isBust: true, tokens, partial: Math.floor(equalCharacters(previous[i], current[i]) / 4) }
}

function isSame(one: Message | undefined, other: Message | undefined): boolean {
  return one === other || serialized(one) === serialized(other)
}

function equalCharacters(one: Message | undefined, other: Message | undefined): number {
  if (one === undefined || other === undefined) return 0
  const [a, b] = [serialized(one), serialized(other)]
  let equal = 0
  while (equal < a.length && equal < b.length && a[equal] === b[equal]) equal++
  return equal
}

function serialized(message: Message | undefined): string {
  return message === undefined ? '' : `${message.role}|${message.parts.map(serializedPart).join('\u0001')}`
}

const serializedPart = onceAPart((part): string => {
  switch (part.kind) {
    case 'tool_call':
      return `call:${part.callId ?? ''}${part.tool ?? ''}${argumentsJson(part)}`
    case 'tool_result':
      return `res:${part.callId ?? ''}${part.text}`
    default:
      return `${part.kind === 'reasoning' ? 'think' : 'text'}:${part.text}`
  }
})
