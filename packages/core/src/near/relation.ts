import type { EntryId } from '../domain/ids.ts'
import { shareSubject } from '../guard/pair/shared-subject.ts'
import type { NearPair, StoreReader } from '../ports/store.ts'

/** What a person is told that two entries are to each other. */
export type Relation = 'near_duplicate' | 'related' | 'contradiction_hint'

/** From here on two related texts are likely one fact, said twice; below it they only share a subject. */
const NEAR_DUPLICATE_SCORE = 0.65
/** Clashes of values alone. Keys, alternatives and negations name what they clash over. */
const BARE_VALUE = /^value:(?:num|ver|slot|mixed)/

/**
 * The relation of a near pair. Texts that speak of different things are related at most; so are those
 * that have hardly a word in common besides two values.
 */
export function relationOf(pair: NearPair, reader: Pick<StoreReader, 'entry'>): Relation {
  const { verdict, flags, score } = pair
  if (verdict === 'contradicts') return isOfChance(pair, reader) ? 'related' : 'contradiction_hint'
  if (verdict === 'duplicate-safe') return 'near_duplicate'
  return score >= NEAR_DUPLICATE_SCORE && !flags.includes('context') ? 'near_duplicate' : 'related'
}

function isOfChance({ a, b, reasons }: NearPair, reader: Pick<StoreReader, 'entry'>): boolean {
  if (!reasons.every((reason) => BARE_VALUE.test(reason))) return false
  const contentOf = (id: EntryId): string => reader.entry(id)?.content ?? ''
  return !shareSubject(contentOf(a), contentOf(b))
}
