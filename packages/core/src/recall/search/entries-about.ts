import type { OpenView } from '../../compact/open-view.ts'
import type { Instant } from '../../domain/instant.ts'
import type { StoreReader } from '../../ports/store.ts'
import { findTellingWords } from './find-words.ts'
import { rankEntries } from './rank-entries.ts'
import { type FoundEntry, readAll, selectResults, showMatches } from './show-results.ts'

export interface AboutRequest {
  readonly text: string
  readonly now: Instant
  readonly limit: number
}

export interface EntriesAbout {
  /** What the text was looked for by. */
  readonly words: readonly string[]
  readonly items: readonly FoundEntry[]
}

/** More than are shown, for some lie under one entry. */
const CANDIDATES_EACH = 3

/**
 * Entries that have words of a text that nobody wrote as a query, such as a prompt; what stands for them
 * is shown. Takes a fraction of a search: it looks in one way, and for few.
 */
export function entriesAbout(
  reader: StoreReader,
  view: OpenView,
  { text, now, limit }: AboutRequest,
): EntriesAbout {
  const search = findTellingWords(reader, text, limit * CANDIDATES_EACH)
  const ranked = rankEntries([...readAll(reader, view, search.candidates)], search, now)
  const { items } = selectResults(showMatches(reader, view, {}, ranked), { limit })
  return { words: search.wanted.map(({ word }) => word), items }
}
