import type { NearPair } from '../ports/store.ts'

/** What a person is told that two entries are to each other. */
export type Relation = 'near_duplicate' | 'related' | 'contradiction_hint'

/** From here on two related texts are likely one fact, said twice; below it they only share a subject. */
const NEAR_DUPLICATE_SCORE = 0.65

/** The relation of a near pair. Texts that speak of different things are related at most. */
export function relationOf({ verdict, flags, score }: NearPair): Relation {
  if (verdict === 'contradicts') return 'contradiction_hint'
  if (verdict === 'duplicate-safe') return 'near_duplicate'
  return score >= NEAR_DUPLICATE_SCORE && !flags.includes('context') ? 'near_duplicate' : 'related'
}
