import type { EntryId } from '@varve/core'
import type { Connection } from './connection.ts'
import { searchQuery } from './search-text.ts'

// A word that half of a large store has would be ranked over all of it; so only the latest of its
// matches are, and a rarer word beside it makes the number small again.
const CANDIDATES_MAX = 5000

// Weights of the columns of `search`: title, body, tags, parts, cjk.
const MATCH = `
  SELECT entries.id FROM (
    SELECT rowid AS n, bm25(search, 4, 1, 2, 1, 1) AS score
    FROM search WHERE search MATCH ? ORDER BY rowid DESC LIMIT ${CANDIDATES_MAX}
  ) AS found JOIN entries ON entries.n = found.n
  ORDER BY found.score, entries.id LIMIT ?`

/** Entries that have every word of the text, by BM25, ties by id. */
export function matchEntries(connection: Connection, text: string, limit: number): readonly EntryId[] {
  const query = searchQuery(text)
  if (query === undefined) return []
  return connection.all<{ id: EntryId }>(MATCH, query, limit).map((row) => row.id)
}
