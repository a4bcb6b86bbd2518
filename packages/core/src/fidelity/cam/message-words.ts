import { stemEnglish } from '../../guard/language/english/stem-english.ts'
import type { Message } from '../model/message.ts'

/** The words of a text as the origin reads them, or as terms: without capitals, and stemmed. */
export type WordReader = (text: string) => ReadonlySet<string>

export const plainWords: WordReader = (text) => new Set(text.split(/\s+/u).filter((word) => word !== ''))

export const terms: WordReader = (text) =>
  new Set((text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []).map(stemEnglish))

/** All that a message says, but for reasoning. */
export function messageContent(message: Message): string {
  return message.parts
    .filter((part) => part.kind !== 'reasoning')
    .map((part) => (part.kind === 'tool_call' ? `[tool_use ${part.tool ?? ''} ${part.text}]` : part.text))
    .join('\n')
}

/** The words of messages, read once each: a window grows at its end, and the rest stays the same. */
export class MessageWords {
  readonly #read: WordReader
  readonly #words = new WeakMap<Message, ReadonlySet<string>>()

  constructor(read: WordReader) {
    this.#read = read
  }

  of(message: Message): ReadonlySet<string> {
    const known = this.#words.get(message)
    if (known !== undefined) return known
    const words = this.#read(messageContent(message))
    this.#words.set(message, words)
    return words
  }

  ofText(text: string): ReadonlySet<string> {
    return this.#read(text)
  }
}

/** The share of the smaller set that both have. */
export function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [few, many] = a.size < b.size ? [a, b] : [b, a]
  if (few.size === 0) return 0
  let shared = 0
  for (const word of few) if (many.has(word)) shared++
  return shared / few.size
}
