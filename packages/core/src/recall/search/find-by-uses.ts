import type { OpenView } from '../../compact/open-view.ts'
import { byNumber, byText } from '../../domain/order.ts'
import type { StoreReader } from '../../ports/store.ts'
import { filtersOf } from './filter-found.ts'
import type { WordSearch } from './find-words.ts'
import { type RankedUse, rankUses, termsOf } from './rank-entries.ts'
import type { SearchRequest } from './search-request.ts'
import { asItself, type FoundEntry, readAll, type SearchResult } from './show-results.ts'
import { bestOfEach, type ShownMatch, shownMatches } from './shown-matches.ts'
import { formNumbers } from './weigh-words.ts'

/**
 * What a search finds where the store says without the texts how its candidates use the words: the texts are
 * read of those alone that are shown. The same as is found by reading all; undefined where that is needed.
 */
export function findByUses(
  reader: StoreReader,
  view: OpenView,
  request: SearchRequest,
  search: WordSearch,
): Pick<SearchResult, 'total' | 'items'> | undefined {
  if (needsTexts(request, search)) return undefined
  const uses = reader.wordUses(search.candidates, [...formNumbers(search.wanted).keys()])
  if (uses === undefined) return undefined
  const own = uses.filter(({ scope }) => view.scopes.includes(scope))
  const ranked = rankUses(own, search, request.now)
  const shown = request.isRaw === true ? ranked.map(asItself) : shownFor(reader, view, ranked)
  const { offset = 0, limit } = request
  const page = shown.slice(offset, limit === undefined ? undefined : offset + limit)
  const ids = new Set(page.flatMap(({ id, match }) => [id, match.id]))
  const entries = new Map([...readAll(reader, view, [...ids])].map((entry) => [entry.id, entry]))
  const ranks = new Map(ranked.map(({ id }, index) => [id, index + 1]))
  const items = page.flatMap(({ id, match, path }): readonly FoundEntry[] => {
    const [entry, matched] = [entries.get(id), entries.get(match.id)]
    if (entry === undefined || matched === undefined) return []
    const { weights, score, relevance } = match
    const terms = termsOf(weights, search.wanted)
    const wordRank = ranks.get(match.id) ?? 0
    const told = { id: match.id, entry: matched, terms, score, relevance, wordRank }
    return [{ id, entry, relevance, match: told, path }]
  })
  // One that can't be read counts for nothing: who reads all knows of how many others that is true.
  return items.length === page.length ? { total: shown.length, items } : undefined
}

/** What is looked for by more than where words stand, or sorted by more than that. */
function needsTexts(request: SearchRequest, { isRelaxed }: WordSearch): boolean {
  const { sort = 'relevance', nearest } = request
  return isRelaxed || nearest !== undefined || sort !== 'relevance' || filtersOf(request).length > 0
}

type ShownUse = ShownMatch<RankedUse>

/** Each shown entry once, best first. Most matches are heads, which nothing stands for: of them no view is asked. */
function shownFor(reader: StoreReader, view: OpenView, ranked: readonly RankedUse[]): readonly ShownUse[] {
  const isHead = ({ id, use }: RankedUse) => use.isHead && !view.overlaid.has(id)
  const others = ranked.filter((match) => !isHead(match))
  if (others.length === 0) return ranked.map(asItself)
  const ways = Map.groupBy(shownMatches(view, others), ({ match }) => match.id)
  const shown = ranked.flatMap((match) => (isHead(match) ? asItself(match) : (ways.get(match.id) ?? [])))
  return [...bestOfEach(withoutOutside(reader, view, shown))].sort(bestShownFirst)
}

function bestShownFirst(a: ShownUse, b: ShownUse): number {
  return byNumber(b.match.relevance, a.match.relevance) || byText(a.id, b.id)
}

/** What stands for a match may lie in a scope that isn't seen from here. */
function withoutOutside(
  reader: StoreReader,
  view: OpenView,
  shown: readonly ShownUse[],
): readonly ShownUse[] {
  const known = new Set(shown.map(({ match }) => match.id))
  const others = shown.map(({ id }) => id).filter((id) => !known.has(id))
  if (others.length === 0) return shown
  for (const { id } of readAll(reader, view, others)) known.add(id)
  return shown.filter(({ id }) => known.has(id))
}
