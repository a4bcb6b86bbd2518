import type { OpenView } from '../../compact/open-view.ts'
import type { Entry } from '../../domain/entry.ts'
import type { EntryId } from '../../domain/ids.ts'
import { by, byNumber, byText, inOrder, type Order, reversed } from '../../domain/order.ts'
import type { StoreReader } from '../../ports/store.ts'
import { filtersOf, valueOrUsual } from './filter-found.ts'
import { findWords, type WordSearch } from './find-words.ts'
import { fuseRanks } from './fuse-ranks.ts'
import { type RankedEntry, rankEntries } from './rank-entries.ts'
import type { SearchRequest, SearchSort } from './search-request.ts'
import { bestOfEach, type ShownMatch, shownMatches } from './shown-matches.ts'

export interface SearchResult {
  /** As they were looked for. */
  readonly words: readonly string[]
  readonly isRelaxed: boolean
  readonly corrected: Readonly<Record<string, readonly string[]>>
  /** Results there are, whatever the limit. */
  readonly total: number
  readonly items: readonly FoundEntry[]
}

export interface FoundEntry extends ShownMatch {
  /** The entry that is shown. */
  readonly entry: Entry
  readonly relevance: number
}

const NOTHING: SearchResult = { words: [], isRelaxed: false, corrected: {}, total: 0, items: [] }

/**
 * Searches all entries, and shows what stands for those that match. Strict before lenient: the first
 * way to understand the query that leads to something shown is taken.
 */
export function searchEntries(reader: StoreReader, view: OpenView, request: SearchRequest): SearchResult {
  const filters = filtersOf(request)
  let last = NOTHING
  for (const search of findWords(reader, request.text, filters.length > 0)) {
    const found = showMatches(reader, view, request, search)
    last = { ...resultOf(found, request), ...understanding(search) }
    if (found.length > 0) return last
  }
  if (request.nearest === undefined) return last
  return { ...last, ...resultOf(showMatches(reader, view, request, undefined), request) }
}

function understanding({ wanted, isRelaxed, corrected }: WordSearch): Omit<SearchResult, 'total' | 'items'> {
  return { words: wanted.flatMap(({ forms }) => forms.map(({ word }) => word)), isRelaxed, corrected }
}

/** Everything to show, before the filters. */
function showMatches(
  reader: StoreReader,
  view: OpenView,
  request: SearchRequest,
  search: WordSearch | undefined,
): readonly FoundEntry[] {
  const ranked = fused(
    reader,
    view,
    request,
    search === undefined ? [] : rankedFor(reader, view, request, search),
  )
  const shown = request.isRaw
    ? ranked.map((match): ShownMatch => ({ id: match.entry.id, match, path: [match.entry.id] }))
    : shownMatches(view, ranked)
  const entries = new Map(ranked.map(({ entry }) => [entry.id, entry]))
  const missing = shown.map(({ id }) => id).filter((id) => !entries.has(id))
  for (const entry of readAll(reader, view, missing)) entries.set(entry.id, entry)
  return shown.flatMap(({ id, match, path }) => {
    const entry = entries.get(id)
    return entry === undefined ? [] : [{ id, entry, relevance: match.relevance, match, path }]
  })
}

function rankedFor(
  reader: StoreReader,
  view: OpenView,
  request: SearchRequest,
  search: WordSearch,
): readonly RankedEntry[] {
  return rankEntries([...readAll(reader, view, search.candidates)], search, request.now)
}

/** Fuses the ranks by words with those by meaning, where there are any. */
function fused(
  reader: StoreReader,
  view: OpenView,
  { nearest }: SearchRequest,
  byWords: readonly RankedEntry[],
): readonly RankedEntry[] {
  if (nearest === undefined) return byWords
  const known = new Map(byWords.map((ranked) => [ranked.entry.id, ranked]))
  const further = readAll(
    reader,
    view,
    nearest.filter((id) => !known.has(id)),
  )
  for (const entry of further) known.set(entry.id, { entry, relevance: 0, score: 0, terms: [] })
  const near = nearest.filter((id) => known.has(id))
  const scores = fuseRanks([byWords.map(({ entry }) => entry.id), near])
  const nearRanks = new Map(near.map((id, index) => [id, index + 1]))
  return [...known.values()]
    .map((ranked) => {
      const meaningRank = nearRanks.get(ranked.entry.id)
      const relevance = scores.get(ranked.entry.id) ?? 0
      return { ...ranked, relevance, ...(meaningRank !== undefined && { meaningRank }) }
    })
    .sort(bestFirst)
}

function resultOf(
  found: readonly FoundEntry[],
  request: SearchRequest,
): Pick<SearchResult, 'total' | 'items'> {
  const filters = filtersOf(request)
  const passed = bestOfEach(
    found.filter(({ entry, match }) => filters.every((filter) => filter(entry) || filter(match.entry))),
  )
  const sorted = [...passed].sort(SORTS[request.sort ?? 'relevance'])
  const offset = request.offset ?? 0
  const end = request.limit === undefined ? undefined : offset + request.limit
  return { total: passed.length, items: sorted.slice(offset, end) }
}

const bestFirst = inOrder<{ readonly entry: Entry; readonly relevance: number }>(
  reversed(by(({ relevance }) => relevance, byNumber)),
  by(({ entry }) => entry.id, byText),
)

const SORTS: Readonly<Record<SearchSort, Order<FoundEntry>>> = {
  relevance: bestFirst,
  value: inOrder(reversed(by(({ entry }) => valueOrUsual(entry), byNumber)), bestFirst),
  created: inOrder(reversed(by(({ entry }) => entry.created, byNumber)), bestFirst),
  updated: inOrder(reversed(by(({ entry }) => entry.updated, byNumber)), bestFirst),
}

function readAll(reader: StoreReader, { scopes }: OpenView, ids: readonly EntryId[]): Iterable<Entry> {
  return ids.length === 0 ? [] : reader.entries({ visibility: 'all', scopes, ids })
}
