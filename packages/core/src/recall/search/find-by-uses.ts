import type { OpenView } from '../../compact/open-view.ts'
import type { Entry } from '../../domain/entry.ts'
import type { EntryId } from '../../domain/ids.ts'
import type { RankedUses, StoreReader } from '../../ports/store.ts'
import { filtersOf } from './filter-found.ts'
import type { WordSearch } from './find-words.ts'
import { bestFirst, type Ranked, rankUses } from './rank-entries.ts'
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
  const matches = request.isRaw === true ? ranked.map(asItself) : shownFor(view, ranked, own)
  const seen = withoutOutside(reader, view, matches)
  const shown = bestOfEach(seen)
    .map((each) => ({ ...each, relevance: each.match.relevance }))
    .sort(bestFirst)
  const { offset = 0, limit } = request
  const page = shown.slice(offset, limit === undefined ? undefined : offset + limit)
  const ids = new Set(page.flatMap(({ id, match }) => [id, match.id]))
  const entries = new Map([...readAll(reader, view, [...ids])].map((entry) => [entry.id, entry]))
  const items = page.flatMap((each) => itemOf(each, entries) ?? [])
  // One that can't be read counts for nothing: who reads all knows of how many others that is true.
  return items.length === page.length ? { total: shown.length, items } : undefined
}

/** What is looked for by more than where words stand, or sorted by more than that. */
function needsTexts(request: SearchRequest, { isRelaxed }: WordSearch): boolean {
  const { sort = 'relevance', nearest } = request
  return isRelaxed || nearest !== undefined || sort !== 'relevance' || filtersOf(request).length > 0
}

/** Most are heads, which nothing stands for: of them no view is asked. */
function shownFor(
  view: OpenView,
  ranked: readonly Ranked[],
  uses: readonly RankedUses[],
): readonly ShownMatch<Ranked>[] {
  const heads = new Set(uses.flatMap(({ id, isHead }) => (isHead && !view.overlaid.has(id) ? id : [])))
  if (heads.size === uses.length) return ranked.map(asItself)
  const others = Map.groupBy(
    shownMatches(
      view,
      ranked.filter(({ id }) => !heads.has(id)),
    ),
    ({ match }) => match.id,
  )
  return ranked.flatMap((match) => (heads.has(match.id) ? asItself(match) : (others.get(match.id) ?? [])))
}

/** What stands for a match may lie in a scope that isn't seen from here. */
function withoutOutside<M extends ShownMatch<Ranked>>(
  reader: StoreReader,
  view: OpenView,
  shown: readonly M[],
): readonly M[] {
  const known = new Set(shown.map(({ match }) => match.id))
  const others = shown.map(({ id }) => id).filter((id) => !known.has(id))
  if (others.length === 0) return shown
  for (const { id } of readAll(reader, view, others)) known.add(id)
  return shown.filter(({ id }) => known.has(id))
}

function itemOf(
  { id, match, path }: ShownMatch<Ranked>,
  entries: ReadonlyMap<EntryId, Entry>,
): FoundEntry | undefined {
  const [entry, matched] = [entries.get(id), entries.get(match.id)]
  if (entry === undefined || matched === undefined) return undefined
  return { id, entry, relevance: match.relevance, match: { ...match, entry: matched }, path }
}
