import type { PairContext } from '../pair/context.ts'

export type PairLabel = 'duplicate' | 'distinct' | 'contradiction'

/** Two texts of which a person said how they stand to each other. */
export interface LabelledPair {
  readonly id: string
  readonly label: PairLabel
  /** Kind of likeness or of trap. */
  readonly class: string
  readonly lang: string
  readonly a: string
  readonly b: string
  readonly context?: PairContext
}
