/** What speaks for an entry, each 0–1. */
export interface RecallSignals {
  /** How well its words fit, among all that were found. */
  readonly relevance: number
  readonly heat: number
  readonly momentum: number
  readonly importance: number
}

type Weights = Readonly<Record<keyof RecallSignals, number>>

const NO_WORDS: Weights = { relevance: 0.45, heat: 0.25, momentum: 0.15, importance: 0.15 }
const FEW_WORDS: Weights = { relevance: 0.6, heat: 0.18, momentum: 0.12, importance: 0.1 }
const MANY_WORDS: Weights = { relevance: 0.72, heat: 0.12, momentum: 0.08, importance: 0.08 }

/** The more words a question has, the more they say of what is meant (consolidation reference §9). */
export function recallScore(signals: RecallSignals, words: number): number {
  const weights = words === 0 ? NO_WORDS : words <= 2 ? FEW_WORDS : MANY_WORDS
  return (
    weights.relevance * signals.relevance +
    weights.heat * signals.heat +
    weights.momentum * signals.momentum +
    weights.importance * signals.importance
  )
}
