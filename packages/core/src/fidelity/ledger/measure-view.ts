import type { Level, Message, Window } from '../model/message.ts'
import type { FactsBook } from '../model/part-facts.ts'
import { MESSAGE_ENVELOPE } from '../model/part-tokens.ts'
import type { DecisionLookup } from './render-view.ts'
import { shownTokens } from './shown-part.ts'

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
