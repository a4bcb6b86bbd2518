import type { EntryId } from '../domain/ids.ts'
import { isListedLearning } from '../domain/learning.ts'
import { shareSubject } from '../guard/pair/shared-subject.ts'
import type { NearPair, StoreReader } from '../ports/store.ts'
import { areNeighbours, differInValues } from './one-list.ts'

/** What a person is told that two entries are to each other. */
export type Relation = 'near_duplicate' | 'related' | 'contradiction_hint'

/** From here on two related texts are likely one fact, said twice; below it they only share a subject. */
const NEAR_DUPLICATE_SCORE = 0.65

/**
 * The relation of a near pair. Texts that speak of different things are related at most; so are those
 * that have hardly a word in common besides two values, and neighbouring lines that differ in values alone.
 */
export function relationOf(pair: NearPair, reader: Pick<StoreReader, 'entry'>): Relation {
  const { verdict, flags, score } = pair
  if (verdict !== 'duplicate-safe' && areListed(pair, reader)) return 'related'
  if (verdict === 'contradicts') {
    return isOfChance(pair, reader) || isOfList(pair, reader) ? 'related' : 'contradiction_hint'
  }
  if (verdict === 'duplicate-safe') return 'near_duplicate'
  return score >= NEAR_DUPLICATE_SCORE && !flags.includes('context') ? 'near_duplicate' : 'related'
}

/** Items of a list of our own making: two commands are two, however alike, and neither denies the other. */
function areListed({ a, b }: NearPair, reader: Pick<StoreReader, 'entry'>): boolean {
  return [a, b].every((id) => {
    const entry = reader.entry(id)
    return entry !== undefined && isListedLearning(entry)
  })
}

function isOfList(pair: NearPair, reader: Pick<StoreReader, 'entry'>): boolean {
  return differInValues(pair) && areNeighbours(pair, reader)
}

function isOfChance(pair: NearPair, reader: Pick<StoreReader, 'entry'>): boolean {
  if (!differInValues(pair)) return false
  const { a, b } = pair
  const contentOf = (id: EntryId): string => reader.entry(id)?.content ?? ''
  return !shareSubject(contentOf(a), contentOf(b))
}
