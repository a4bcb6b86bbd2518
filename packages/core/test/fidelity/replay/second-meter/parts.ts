import type { Message, Part } from '../../../../src/fidelity/model/message.ts'
import type { TokenCounter } from '../../../../src/ports/token-counter.ts'
import { type AtomClass, atomsOf } from './atoms.ts'
import { onceAPart } from './once-a-part.ts'

/** Arguments that are a JSON object. */
export function objectOf({ args }: Part): Readonly<Record<string, unknown>> | undefined {
  return typeof args === 'object' && args !== null && !Array.isArray(args) ? { ...args } : undefined
}

/** §2.2: the arguments of a call as JSON, or as they were written where they are no object. */
export const argumentsJson = onceAPart((part): string => {
  const args = objectOf(part)
  return args === undefined ? part.text : JSON.stringify(args)
})

/** §19.1: the values of the arguments, strings as they are. */
export function searchedText(part: Part): string {
  const args = objectOf(part)
  if (args === undefined) return part.text
  return Object.values(args)
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
    .join('\n')
}

/** §19.2: `atoms(part)`, of a part as it was recorded. */
export const atomsOfPart = onceAPart((part): ReadonlyMap<string, AtomClass> => {
  if (part.kind === 'text' || part.kind === 'tool_result') return atomsOf(part.text)
  return part.kind === 'tool_call' ? atomsOf(searchedText(part)) : new Map()
})

/** The same of a part in a view: elided arguments are searched as they are sent, but those of an oracle. */
export function atomsOfShown(
  part: Part,
  original: Part | undefined,
  showsValues: boolean,
): ReadonlyMap<string, AtomClass> {
  if (part.kind !== 'tool_call' || showsValues) return atomsOfPart(part)
  const isElided = original === undefined || argumentsJson(part) !== argumentsJson(original)
  return isElided ? atomsOf(argumentsJson(part)) : atomsOfPart(part)
}

/** §19.1: what a text counts; the tokenizer gives up on the longest. */
function textTokens(text: string, counter: TokenCounter): number {
  return text.length > 200_000 ? Math.ceil(text.length / 4) : counter.count(text)
}

/** §2.2: `partTokens`. */
export function tokensOfPart(part: Part, counter: TokenCounter): number {
  switch (part.kind) {
    case 'tool_call':
      return textTokens(part.tool ?? '', counter) + textTokens(argumentsJson(part), counter) + 8
    case 'tool_result':
      return textTokens(part.text, counter) + 6
    case 'text':
    case 'reasoning':
      return textTokens(part.text, counter)
    default:
      throw new Error(`${part.kind} is not replayed`)
  }
}

/** §2.2: Σ `msgTokens`. */
export function tokensOfMessages(messages: readonly Message[], counter: TokenCounter): number {
  let tokens = 0
  for (const { parts } of messages) {
    tokens += 4
    for (const part of parts) tokens += tokensOfPart(part, counter)
  }
  return tokens
}
