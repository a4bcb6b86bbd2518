import type { Message } from '../model/message.ts'
import type { WordReader } from '../model/terms.ts'

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
