import { createHash } from 'node:crypto'
import type { LabelledPair } from './labelled-pair.ts'

/** Thresholds are chosen on one half and printed for the other. */
export interface Halves {
  readonly tuning: readonly LabelledPair[]
  readonly heldOut: readonly LabelledPair[]
}

/** Parts pairs by a hash of their row, so that a pair stays in its half whatever is added. */
export function splitHalves(pairs: readonly LabelledPair[]): Halves {
  return {
    tuning: pairs.filter((pair) => isTuning(pair)),
    heldOut: pairs.filter((pair) => !isTuning(pair)),
  }
}

function isTuning({ label, a, b }: LabelledPair): boolean {
  const digest = createHash('sha256').update(`${label}\n${a}\n${b}`).digest()
  return (digest[0] ?? 0) % 2 === 0
}
