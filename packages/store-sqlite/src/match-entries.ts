import { by, byNumber, byText, type EntryId, inOrder, type WordQuery } from '@varve/core'
import type { Connection } from './connection.ts'
import type { KeptLists } from './kept-lists.ts'
import type { KeptRanks } from './kept-ranks.ts'
import { quoteWord } from './quote-word.ts'
import { type ListQuery, type WeighedEntry, weighLists } from './weigh-lists.ts'
import type { WordCounts } from './word-counts.ts'

// A word that half of a large store has would be weighed over all of it; so of such a multitude only
// the latest are, with those that have it in their title or tags.
const WEIGHED_MAX = 1000
/** So many words of a question are wanted together, where even its rarest one is common. */
const TOGETHER_MAX = 3

// Weights of the columns of `search`: title, body, tags, extras. Ids are looked up of the few that are
// given, for the rows of entries are wide.
const MATCH = `
  SELECT entries.id, weighed FROM (
    SELECT n, score, count(*) OVER () AS weighed FROM (
      SELECT rowid AS n, bm25(search, 4, 1, 2, 1) AS score
      FROM search WHERE search MATCH ? ORDER BY rowid DESC LIMIT ?
    ) ORDER BY score, n DESC LIMIT ?
  ) AS found JOIN entries ON entries.n = found.n
  ORDER BY found.score, found.n DESC`

/** The latest that have the words, whatever they weigh. */
const LATEST = `
  SELECT entries.id FROM (SELECT rowid AS n FROM search WHERE search MATCH ? ORDER BY rowid DESC LIMIT ?) AS found
  JOIN entries ON entries.n = found.n ORDER BY found.n DESC`

/** Entries that have the words, likely ones first. */
export function matchEntries(
  sources: MatchSources,
  { need, groups, phrases = [] }: WordQuery,
  limit: number,
): readonly EntryId[] {
  if (groups.length === 0 || limit === 0) return []
  const { connection, counts, lists } = sources
  const isKept = lists.noteSearch() && phrases.length === 0
  const match: Match = (wanted) =>
    (isKept ? weighKept(sources, wanted, limit) : undefined) ??
    weigh(connection, textOf(wanted, phrases), limit)
  if (need === 'every') return matchEvery(match, counts, groups, limit)
  // To weigh, FTS5 reads the lists of all of the words.
  const latest: Match = (wanted) => findLatest(connection, textOf(wanted, phrases), limit)
  return matchAny(match, counts.isExact ? match : latest, counts, groups, limit)
}

/** Where entries are looked for. */
export interface MatchSources {
  readonly connection: Connection
  readonly counts: WordCounts
  readonly lists: KeptLists
  readonly ranks: KeptRanks
}

/** What has a word of each group, and where it is given, one of these in its title or tags. */
interface Wanted {
  readonly named?: readonly string[]
  readonly groups: readonly (readonly string[])[]
}

/** Finds what has all of the wanted, likely ones first. */
type Match = (wanted: Wanted) => Weighed

interface Weighed {
  readonly ids: readonly EntryId[]
  /** Whether there may be more than were weighed. */
  readonly isCut: boolean
}

/** As FTS5 is asked. */
function textOf({ named, groups }: Wanted, phrases: readonly (readonly string[])[]): string {
  return [
    ...phrases.map((phrase) => quoteWord(phrase.join(' '))),
    ...(named === undefined ? [] : [`{title tags} : ${anyOf(named)}`]),
    ...groups.map(anyOf),
  ].join(' AND ')
}

function weigh(connection: Connection, query: string, limit: number): Weighed {
  const most = Math.max(WEIGHED_MAX, limit)
  const rows = connection.all<{ id: EntryId; weighed: number }>(MATCH, query, most, limit)
  return { ids: rows.map(({ id }) => id), isCut: rows[0]?.weighed === most }
}

/** The same of the lists that are kept; undefined where not all of them can be. */
function weighKept({ lists, ranks }: MatchSources, wanted: Wanted, limit: number): Weighed | undefined {
  const most = Math.max(WEIGHED_MAX, limit)
  const groups = wanted.groups.map((group) => lists.read(group))
  const named = wanted.named && lists.read(wanted.named)?.map((list) => lists.named(list))
  const all = wanted.named === undefined ? groups : [named, ...groups]
  const known = all.filter((group) => group !== undefined)
  if (known.length < all.length) return undefined
  const asked: ListQuery = {
    groups: known,
    meanLength: lists.meanLength(),
    rarityOf: (count) => lists.rarityOf(count),
    lengthOf: (n) => lists.lengths.allOf(n),
  }
  const found = weighLists(asked, most)
  const numbers = found
    .toSorted(heaviestFirst)
    .slice(0, limit)
    .map(({ n }) => n)
  return { ids: ranks.idsOf(numbers), isCut: found.length === most }
}

/** Of equal ones the latest. Written out: a search compares a thousand times. */
function heaviestFirst(a: WeighedEntry, b: WeighedEntry): number {
  return byNumber(b.weight, a.weight) || byNumber(b.n, a.n)
}

function findLatest(connection: Connection, query: string, limit: number): Weighed {
  const ids = connection.all<{ id: EntryId }>(LATEST, query, limit).map(({ id }) => id)
  return { ids, isCut: ids.length === limit }
}

/** What has a word of each group; of a multitude first what is titled or tagged with one. */
function matchEvery(
  match: Match,
  counts: WordCounts,
  groups: readonly (readonly string[])[],
  limit: number,
): readonly EntryId[] {
  if (groups.some((group) => counts.of(group).every((count) => count === 0))) return []
  const { ids, isCut } = match({ groups })
  if (!isCut) return ids
  const named = match({ named: groups.flat(), groups: groups.length > 1 ? groups : [] })
  return [...new Set([...named.ids, ...ids])].slice(0, limit)
}

/**
 * What has any of the words that together are not in more entries than can be weighed. Where even the
 * rarest is in more, what has the rarest ones together, for that has most of what was asked for.
 */
function matchAny(
  match: Match,
  matchTogether: Match,
  counts: WordCounts,
  groups: readonly (readonly string[])[],
  limit: number,
): readonly EntryId[] {
  const known = byRarity(counts, groups.flat())
  // Of a word that was not counted to its end nobody knows how many are to be weighed.
  const few = leadingFew(known, Math.min(WEIGHED_MAX, counts.most - 1))
  if (few.length > 0) return match({ groups: [few] }).ids
  const found = new Set<EntryId>()
  for (let size = Math.min(known.length, TOGETHER_MAX); size > 0 && found.size < limit; size--) {
    const together = known.slice(0, size).map(({ word }) => [word])
    for (const id of matchTogether({ groups: together }).ids) found.add(id)
  }
  return [...found].slice(0, limit)
}

/** In text order; FTS5 itself would read every list of entries to tell. */
export function letterWords(
  connection: Connection,
  { least, most }: { readonly least: number; readonly most: number },
): readonly string[] {
  return connection
    .all<{ word: string }>(
      'SELECT word FROM search_vocabulary WHERE length(word) BETWEEN ? AND ?',
      least,
      most,
    )
    .map(({ word }) => word)
}

interface KnownWord {
  readonly word: string
  readonly count: number
}

const rarestFirst = inOrder<KnownWord>(
  by(({ count }) => count, byNumber),
  by(({ word }) => word, byText),
)

function byRarity(counts: WordCounts, words: readonly string[]): readonly KnownWord[] {
  const numbers = counts.of(words)
  return words
    .map((word, index) => ({ word, count: numbers[index] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort(rarestFirst)
}

function leadingFew(known: readonly KnownWord[], most: number): readonly string[] {
  let sum = 0
  return known
    .filter(({ count }) => {
      sum += count
      return sum <= most
    })
    .map(({ word }) => word)
}

function anyOf(words: readonly string[]): string {
  return `(${words.map(quoteWord).join(' OR ')})`
}
