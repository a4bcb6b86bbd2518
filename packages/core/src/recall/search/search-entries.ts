import type { OpenView } from '../../compact/open-view.ts'
import type { EntryId } from '../../domain/ids.ts'
import type { StoreReader } from '../../ports/store.ts'
import { filtersOf } from './filter-found.ts'
import { findByUses } from './find-by-uses.ts'
import { NEAREST_MAX } from './find-nearest.ts'
import { FEWEST_CANDIDATES, findWords, type WordSearch } from './find-words.ts'
import { fuseRanks } from './fuse-ranks.ts'
import { bestFirst, type RankedEntry, rankEntries } from './rank-entries.ts'
import type { SearchRequest } from './search-request.ts'
import { readAll, type SearchResult, selectResults, showMatches } from './show-results.ts'

const NOTHING: SearchResult = {
  words: [],
  isRelaxed: false,
  corrected: {},
  total: 0,
  isCapped: false,
  items: [],
}

/**
 * Searches all entries, and shows what stands for those that match. Strict before lenient: the first
 * way to understand the query that leads to something shown is taken.
 */
export function searchEntries(reader: StoreReader, view: OpenView, request: SearchRequest): SearchResult {
  let last = NOTHING
  for (const search of findWords(reader, request.text, candidatesFor(request))) {
    const byUses = findByUses(reader, view, request, search)
    if (byUses !== undefined) {
      last = { ...byUses, ...understanding(search) }
      if (byUses.total > 0) return last
      continue
    }
    const byWords = rankEntries([...readAll(reader, view, search.candidates)], search, request.now)
    const found = showMatches(reader, view, request, byWords)
    last = { ...selectResults(found, request), ...understanding(search) }
    if (found.length === 0) continue
    return request.nearest === undefined ? last : { ...last, ...fusedResult(reader, view, request, byWords) }
  }
  return request.nearest === undefined ? last : { ...last, ...fusedResult(reader, view, request, []) }
}

function fusedResult(
  reader: StoreReader,
  view: OpenView,
  request: SearchRequest,
  byWords: readonly RankedEntry[],
): Pick<SearchResult, 'total' | 'items'> {
  const ranked = fuseMeaning(reader, view, request.nearest ?? [], byWords)
  return selectResults(showMatches(reader, view, request, ranked), request)
}

const ALL = 2000

/** Many more than are shown, for some lie under one entry; where filters take most away, or all are asked for, all. */
function candidatesFor(request: SearchRequest): number {
  const { limit, offset = 0, sort = 'relevance' } = request
  if (limit === undefined || sort !== 'relevance' || filtersOf(request).length > 0) return ALL
  return Math.min(ALL, Math.max(FEWEST_CANDIDATES, 3 * (limit + offset)))
}

function understanding({
  wanted,
  isRelaxed,
  isCapped,
  corrected,
}: WordSearch): Omit<SearchResult, 'total' | 'items'> {
  return {
    words: wanted.flatMap(({ forms }) => forms.map(({ word }) => word)),
    isRelaxed,
    isCapped,
    corrected,
  }
}

// Chosen by `bench/recall` on three dialogues, and confirmed on three others: with the same weight as
// words, what is only alike in meaning pushed answers down.
const WORDS_WEIGHT = 1
const MEANING_WEIGHT = 0.15

/** Fuses the ranks by words with those by meaning. */
function fuseMeaning(
  reader: StoreReader,
  view: OpenView,
  given: readonly EntryId[],
  byWords: readonly RankedEntry[],
): readonly RankedEntry[] {
  const nearest = given.slice(0, NEAREST_MAX)
  const known = new Map(byWords.map((ranked) => [ranked.entry.id, ranked]))
  const further = readAll(
    reader,
    view,
    nearest.filter((id) => !known.has(id)),
  )
  for (const entry of further) known.set(entry.id, { id: entry.id, entry, relevance: 0, score: 0, terms: [] })
  const near = nearest.filter((id) => known.has(id))
  const scores = fuseRanks([
    { values: byWords.map(({ entry }) => entry.id), weight: WORDS_WEIGHT },
    { values: near, weight: MEANING_WEIGHT },
  ])
  const nearRanks = new Map(near.map((id, index) => [id, index + 1]))
  return [...known.values()]
    .map((ranked) => {
      const meaningRank = nearRanks.get(ranked.entry.id)
      const relevance = scores.get(ranked.entry.id) ?? 0
      return { ...ranked, relevance, ...(meaningRank !== undefined && { meaningRank }) }
    })
    .sort(bestFirst)
}
