import { countUses, type Entry, type EntryId, type RankedUses } from '@varve/core'
import type { EntryLengths } from './entry-lengths.ts'
import type { KeptLists } from './kept-lists.ts'
import type { EntryRank, KeptRanks } from './kept-ranks.ts'
import { type ListField, timesIn, timesOf } from './word-list.ts'

/** What is kept of words, and how to read the entries of which that doesn't tell enough. */
export interface UseSources {
  readonly lists: KeptLists
  readonly ranks: KeptRanks
  readEntries(ids: readonly EntryId[]): Iterable<Entry>
}

/** How entries use words, where the lists of all of these are kept. One that can't be read is left out. */
export function wordUses(
  { lists, ranks, readEntries }: UseSources,
  ids: readonly EntryId[],
  words: readonly string[],
): readonly RankedUses[] | undefined {
  const kept = lists.find(words)
  const known = ids.flatMap((id) => ranks.find(id) ?? [])
  if (kept === undefined || known.length < ids.length) return undefined
  const times = known.map(({ n }) => kept.map((list) => timesOf(list, n)))
  // The lists don't say of a stem, or of a piece of a name, in which field it stands.
  const isUnclear = times.map((here) => here.some(isAmongExtras))
  const unclear = known.filter((_, index) => isUnclear[index])
  const numbers = new Map(words.map((word, number) => [word, number]))
  const read = new Map<EntryId, Entry>()
  for (const entry of readEntries(unclear.map(({ id }) => id))) read.set(entry.id, entry)
  return known.flatMap((rank, index) => {
    const here = times[index] ?? []
    if (isUnclear[index] !== true) return usesOf(rank, here, lists.lengths)
    const entry = read.get(rank.id)
    return entry === undefined ? [] : { ...ownOf(rank), ...countUses(entry, numbers) }
  })
}

function isAmongExtras(times: number): boolean {
  return timesIn(times, 'extras') > 0
}

function usesOf(rank: EntryRank, times: readonly number[], lengths: EntryLengths): RankedUses {
  const { title, body, all } = lengths.of(rank.n)
  // Of most entries only the body has any of the words.
  const any = times.reduce((bits, each) => bits | each, 0)
  return {
    id: rank.id,
    scope: rank.scope,
    isHead: rank.isHead,
    updated: rank.updated,
    value: rank.value,
    title: { length: title, counts: countsOf(times, any, 'title') },
    // Of tags it never counts how many there are, but for none.
    tags: { length: all - title - body, counts: countsOf(times, any, 'tags') },
    body: { length: body, counts: countsOf(times, any, 'body') },
  }
}

const NONE: readonly number[] = []

function countsOf(times: readonly number[], any: number, field: ListField): readonly number[] {
  return timesIn(any, field) === 0 ? NONE : times.map((each) => timesIn(each, field))
}

type OwnUses = Omit<RankedUses, 'title' | 'tags' | 'body'>

function ownOf({ id, scope, isHead, updated, value }: EntryRank): OwnUses {
  return { id, scope, isHead, updated, value }
}
