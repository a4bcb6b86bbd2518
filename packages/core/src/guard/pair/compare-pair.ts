import { comparePrepared } from './compare-prepared.ts'
import type { PairContext } from './context.ts'
import type { PairResult } from './pair-result.ts'
import { prepareStatement } from './statement.ts'

/** Decides whether two texts say the same, compete, or speak of different things. */
export function comparePair(a: string, b: string, context: PairContext = {}): PairResult {
  return comparePrepared(prepareStatement(a), prepareStatement(b), context)
}
