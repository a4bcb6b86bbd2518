import type { Level, Message } from '../model/message.ts'
import type { FactsBook } from '../model/part-facts.ts'
import { MESSAGE_ENVELOPE } from '../model/part-tokens.ts'
import type { DecisionLookup } from './render-view.ts'
import { shownTokens } from './shown-part.ts'

export interface Size {
  readonly tokens: number
  /** The same without any decision. */
  readonly raw: number
  readonly levels: Readonly<Record<Level, number>>
}

/** What messages count under the decisions, without rendering them and without what is sent with every call. */
export function measureView(messages: readonly Message[], facts: FactsBook, ledger: DecisionLookup): Size {
  let tokens = 0
  let raw = 0
  const levels = { full: 0, compressed: 0, placeholder: 0 }
  for (const { parts } of messages) {
    tokens += MESSAGE_ENVELOPE
    raw += MESSAGE_ENVELOPE
    for (const part of parts) {
      const decision = ledger.find(part.key)
      const original = facts.of(part).tokens
      raw += original
      tokens += shownTokens(decision, original)
      levels[decision?.level ?? 'full']++
    }
  }
  return { tokens, raw, levels }
}
