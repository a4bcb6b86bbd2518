import type { Message, Part } from '../model/message.ts'
import type { DraftDecision } from './decision.ts'

/** The originals of what a session elided, so that they are there even where the host sends its own view back. */
export class SessionParts {
  readonly #originals = new Map<string, Part>()
  /** By key, every text that was ever shown instead: a host may send back an older view. */
  readonly #shown = new Map<string, Set<string>>()

  keep(messages: readonly Message[], decisions: readonly DraftDecision[]): void {
    const keys = new Set(decisions.map(({ key }) => key))
    for (const { key, text } of decisions) {
      if (text !== null) this.#shown.set(key, (this.#shown.get(key) ?? new Set()).add(text))
    }
    for (const { parts } of messages) {
      for (const part of parts) if (keys.has(part.key)) this.#originals.set(part.key, part)
    }
  }

  /** Keeps parts that leave the window with no decision of their own. */
  keepAll(messages: readonly Message[], keys: readonly string[]): void {
    const wanted = new Set(keys)
    for (const { parts } of messages) {
      for (const part of parts) if (wanted.has(part.key)) this.#originals.set(part.key, part)
    }
  }

  find(key: string): Part | undefined {
    return this.#originals.get(key)
  }

  /** The messages with their originals, where the host sent renderings; the very array where it sent none. */
  unfold(messages: readonly Message[]): readonly Message[] {
    if (this.#originals.size === 0) return messages
    let isChanged = false
    const unfolded = messages.map((message) => {
      const parts = message.parts.map((part) => this.#originalOf(part))
      if (parts.every((part, index) => part === message.parts[index])) return message
      isChanged = true
      return { ...message, parts }
    })
    return isChanged ? unfolded : messages
  }

  #originalOf(part: Part): Part {
    const original = this.#originals.get(part.key)
    if (original === undefined || original.text === part.text) return part
    return this.#shown.get(part.key)?.has(part.text) === true ? original : part
  }
}
