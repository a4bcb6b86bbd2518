import type { EntryId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'

export const SEARCH_SORTS = ['relevance', 'value', 'created', 'updated'] as const
export type SearchSort = (typeof SEARCH_SORTS)[number]

/** What a found entry must be: the shown entry or the one that matched. All that are given must hold. */
export interface SearchFilters {
  /** One of them. */
  readonly types?: readonly string[]
  /** All of them. */
  readonly tags?: readonly string[]
  /** One of them. */
  readonly categories?: readonly string[]
  readonly minValue?: number
  readonly excludesMaps?: boolean
  /** Stated at or after. */
  readonly since?: Instant
}

/** Which results are shown, and in which order. */
export interface ResultRequest extends SearchFilters {
  /** Every entry for itself, also what another stands in for. */
  readonly isRaw?: boolean
  readonly sort?: SearchSort
  readonly offset?: number
  readonly limit?: number
}

export interface SearchRequest extends ResultRequest {
  readonly text: string
  readonly now: Instant
  /** Entries that mean something like the query, nearest first, where an embedder says so. */
  readonly nearest?: readonly EntryId[]
}
