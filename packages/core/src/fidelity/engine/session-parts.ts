import type { FactsBook } from '../default/part-facts.ts'
import { shownTokens } from '../default/pass-context.ts'
import type { DraftDecision } from '../ledger/decision.ts'
import type { DecisionLookup } from '../ledger/render-view.ts'
import type { Level, Message, Part, Window } from '../model/message.ts'

const MESSAGE_ENVELOPE = 4

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

export interface Size {
  readonly tokens: number
  readonly levels: Readonly<Record<Level, number>>
}

/** What a window counts under the decisions, without rendering it. */
export function measureView(
  window: Window,
  messages: readonly Message[],
  facts: FactsBook,
  ledger: DecisionLookup,
): Size {
  let tokens = window.overhead.tokens
  const levels = { full: 0, compressed: 0, placeholder: 0 }
  for (const { parts } of messages) {
    tokens += MESSAGE_ENVELOPE
    for (const part of parts) {
      const decision = ledger.find(part.key)
      tokens += shownTokens(decision, facts.of(part).tokens)
      levels[decision?.level ?? 'full']++
    }
  }
  return { tokens, levels }
}
