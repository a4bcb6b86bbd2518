import type { OpenView } from '../../compact/open-view.ts'
import { type Entry, valueOrUsual } from '../../domain/entry.ts'
import type { EntryId } from '../../domain/ids.ts'
import { by, byNumber, inOrder, type Order, reversed } from '../../domain/order.ts'
import type { StoreReader } from '../../ports/store.ts'
import { filtersOf } from './filter-found.ts'
import { bestFirst, type Ranked, type RankedEntry } from './rank-entries.ts'
import type { ResultRequest, SearchSort } from './search-request.ts'
import { bestOfEach, type ShownMatch, shownMatches } from './shown-matches.ts'

export interface SearchResult {
  /** As they were looked for. */
  readonly words: readonly string[]
  readonly isRelaxed: boolean
  readonly corrected: Readonly<Record<string, readonly string[]>>
  /** Results there are, whatever the limit. */
  readonly total: number
  /** Whether there are more than were ranked: of words that very many entries have. */
  readonly isCapped: boolean
  readonly items: readonly FoundEntry[]
}

export interface FoundEntry extends ShownMatch {
  /** The entry that is shown. */
  readonly entry: Entry
  readonly relevance: number
}

/** Everything to show, before the filters. */
export function showMatches(
  reader: StoreReader,
  view: OpenView,
  { isRaw = false }: ResultRequest,
  ranked: readonly RankedEntry[],
): readonly FoundEntry[] {
  const shown = isRaw ? ranked.map(asItself) : shownMatches(view, ranked)
  const entries = new Map(ranked.map(({ entry }) => [entry.id, entry]))
  const missing = shown.map(({ id }) => id).filter((id) => !entries.has(id))
  for (const entry of readAll(reader, view, missing)) entries.set(entry.id, entry)
  return shown.flatMap(({ id, match, path }) => {
    const entry = entries.get(id)
    return entry === undefined ? [] : [{ id, entry, relevance: match.relevance, match, path }]
  })
}

/** A match that is shown for itself, whatever stands for it. */
export function asItself<R extends Ranked>(match: R): ShownMatch<R> {
  return { id: match.id, match, path: [match.id] }
}

/** The results that pass the filters, each shown entry once, in order, as many as were asked for. */
export function selectResults(
  found: readonly FoundEntry[],
  request: ResultRequest,
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

const byRelevance: Order<FoundEntry> = bestFirst

const SORTS: Readonly<Record<SearchSort, Order<FoundEntry>>> = {
  relevance: byRelevance,
  value: inOrder(reversed(by(({ entry }) => valueOrUsual(entry), byNumber)), byRelevance),
  created: inOrder(reversed(by(({ entry }) => entry.created, byNumber)), byRelevance),
  updated: inOrder(reversed(by(({ entry }) => entry.updated, byNumber)), byRelevance),
}

/** The entries of the view’s scopes among these. */
export function readAll(reader: StoreReader, { scopes }: OpenView, ids: readonly EntryId[]): Iterable<Entry> {
  return ids.length === 0 ? [] : reader.entries({ visibility: 'all', scopes, ids })
}
