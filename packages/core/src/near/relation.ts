import type { EntryId } from '../domain/ids.ts'
import { isListedLearning } from '../domain/learning.ts'
import { shareSubject } from '../guard/pair/shared-subject.ts'
import type { NearPair, StoreReader } from '../ports/store.ts'
import { areOfOneList, differInValues } from './one-list.ts'
import { findFounded } from './told/find-founded.ts'

/** What a person is told that two entries are to each other. */
export type Relation = 'near_duplicate' | 'related' | 'contradiction_hint'

/** From here on two related texts are likely one fact, said twice; below it they only share a subject. */
const NEAR_DUPLICATE_SCORE = 0.65

/**
 * The relation of a near pair. Texts that speak of different things are related at most; so are those
 * that have hardly a word in common besides two values, and lines of one list that differ in values alone.
 */
export function relationOf(pair: NearPair, reader: Reader): Relation {
  return relateNear(pair, reader).relation
}

/** A relation, and of a contradiction what it is founded on. */
export interface Related {
  readonly relation: Relation
  readonly reasons: readonly string[]
}

export function relateNear(pair: NearPair, reader: Reader): Related {
  const { verdict, reasons } = pair
  if (verdict !== 'duplicate-safe' && areListed(pair, reader)) return { relation: 'related', reasons }
  if (verdict === 'duplicate-safe') return { relation: 'near_duplicate', reasons }
  if (verdict !== 'contradicts') return { relation: relationByLikeness(pair), reasons }
  if (isOfChance(pair, reader) || areOfOneList(pair, reader)) return { relation: 'related', reasons }
  const founded = findFounded(pair, reader)
  if (founded.areApart) return { relation: 'related', reasons }
  if (founded.reasons.length > 0) return { relation: 'contradiction_hint', reasons: founded.reasons }
  return { relation: relationByLikeness(pair), reasons }
}

type Reader = Pick<StoreReader, 'entry'>

function relationByLikeness({ score, flags }: NearPair): Relation {
  return score >= NEAR_DUPLICATE_SCORE && !flags.includes('context') ? 'near_duplicate' : 'related'
}

/** Items of a list of our own making: two commands are two, however alike, and neither denies the other. */
function areListed({ a, b }: NearPair, reader: Reader): boolean {
  return [a, b].every((id) => {
    const entry = reader.entry(id)
    return entry !== undefined && isListedLearning(entry)
  })
}

function isOfChance(pair: NearPair, reader: Reader): boolean {
  if (!differInValues(pair)) return false
  const { a, b } = pair
  const contentOf = (id: EntryId): string => reader.entry(id)?.content ?? ''
  return !shareSubject(contentOf(a), contentOf(b))
}
