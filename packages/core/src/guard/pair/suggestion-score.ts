import type { PairResult } from './pair-result.ts'
import { likenessOf } from './similarity.ts'

/** From this score on a pair is worth to be shown to a person or a model. */
export const SUGGESTION_THRESHOLD = 0.5

/** What remains of the likeness of two texts that clash: enough to order them among themselves. */
const CLASH_FACTOR = 0.1

/**
 * How much two texts look like one fact, from 0 to 1. It only nominates and orders pairs: what may
 * be merged is for the verdict to say (MG-12, MG-25).
 */
export function scoreSuggestion(result: PairResult): number {
  const likeness = likenessOf(result)
  return result.allow.review ? likeness : likeness * CLASH_FACTOR
}
