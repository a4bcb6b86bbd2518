import type { OpenView } from '../../compact/open-view.ts'
import type { Entry } from '../../domain/entry.ts'
import { by, byNumber, byText, inOrder, reversed } from '../../domain/order.ts'
import type { StoreReader } from '../../ports/store.ts'
import { LIKE_MAX, type LikeEntry, listLike } from './list-like.ts'
import type { RankedEntry } from './rank-entries.ts'
import type { ResultRequest } from './search-request.ts'
import { type SearchResult, selectResults, showMatches } from './show-results.ts'

export interface LikeRequest extends ResultRequest {
  /** 0–1: how like at least, as the cosine of their words. */
  readonly least: number
}

/** So many of the words that two entries share are named: those that add the most. */
const NAMED_MAX = 8

const tellingMost = inOrder<LikeEntry['shared'][number]>(
  reversed(by(({ weight }) => weight, byNumber)),
  by(({ word }) => word, byText),
)

/**
 * Finds entries that say something like one, whatever stands for it, and shows what stands for them.
 * What stands for the entry itself is no answer.
 */
export function searchLike(
  reader: StoreReader,
  view: OpenView,
  entry: Entry,
  request: LikeRequest,
): SearchResult {
  const like = listLike(reader, view.scopes, entry, request.least)
  const own = new Set(
    showMatches(reader, view, request, [rankedOf({ entry, cosine: 1, shared: [] }, 0)]).map(({ id }) => id),
  )
  const found = showMatches(reader, view, request, like.map(rankedOf)).filter(({ id }) => !own.has(id))
  return {
    ...selectResults(found, request),
    words: [],
    isRelaxed: false,
    isCapped: like.length >= LIKE_MAX,
    corrected: {},
  }
}

function rankedOf({ entry, cosine, shared }: LikeEntry, index: number): RankedEntry {
  const terms = [...shared].sort(tellingMost).slice(0, NAMED_MAX)
  return { id: entry.id, entry, relevance: cosine, score: cosine, terms, wordRank: index + 1 }
}
