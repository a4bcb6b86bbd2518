import { comparePair, type PairResult, SUGGESTION_THRESHOLD, scoreSuggestion } from '@varve/core/guard'
import type { Judge, MakeJudges, MergeVerdict } from './judge.ts'

/** The guard as Varve uses it: nothing about it is tuned here. */
export const makeGuard: MakeJudges = async () => {
  const judge: Judge = { name: 'Varve guard', verdict: (a, b) => verdictOf(comparePair(a, b)) }
  return [judge]
}

function verdictOf(result: PairResult): MergeVerdict {
  const score = scoreSuggestion(result)
  const { auto, review } = result.allow
  return { auto, propose: auto || (review && score >= SUGGESTION_THRESHOLD), score }
}
