import { byNumber, type EntryId, type WordQuery } from '@varve/core'
import type { Connection } from './connection.ts'

// A word that half of a large store has would be weighed over all of it; so of such a multitude only
// the latest are, and a rarer word beside it makes the number small again.
const WEIGHED_MAX = 1000

// Weights of the columns of `search`: title, body, tags, extras.
const MATCH = `
  SELECT entries.id FROM (
    SELECT rowid AS n, bm25(search, 4, 1, 2, 1) AS score
    FROM search WHERE search MATCH ? ORDER BY rowid DESC LIMIT ?
  ) AS found JOIN entries ON entries.n = found.n
  ORDER BY found.score, entries.id LIMIT ?`

const COUNT = 'SELECT doc AS n FROM search_words WHERE term = ?'

/** Entries that have the words, likely ones first. */
export function matchEntries(
  connection: Connection,
  { need, groups, phrases = [] }: WordQuery,
  limit: number,
): readonly EntryId[] {
  if (groups.length === 0 || limit === 0) return []
  const wanted = need === 'every' ? groups.map(anyOf).join(' AND ') : anyOf(rarest(connection, groups.flat()))
  const query = [...phrases.map((phrase) => quote(phrase.join(' '))), `(${wanted})`].join(' AND ')
  return connection
    .all<{ id: EntryId }>(MATCH, query, Math.max(WEIGHED_MAX, limit), limit)
    .map((row) => row.id)
}

export function countWords(connection: Connection, words: readonly string[]): readonly number[] {
  return words.map((word) => connection.get<{ n: number }>(COUNT, word)?.n ?? 0)
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

/** The rarest of the words, at least one, that together are not in more entries than can be weighed. */
function rarest(connection: Connection, words: readonly string[]): readonly string[] {
  const counts = countWords(connection, words)
  const known = words
    .map((word, index) => ({ word, count: counts[index] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => byNumber(a.count, b.count) || (a.word < b.word ? -1 : 1))
  let sum = 0
  const few = known.filter(({ count }, index) => {
    sum += count
    return index === 0 || sum <= WEIGHED_MAX
  })
  return few.length === 0 ? words : few.map(({ word }) => word)
}

function anyOf(words: readonly string[]): string {
  return `(${words.map(quote).join(' OR ')})`
}

/** Nothing in a quoted word is ever read as syntax. */
function quote(word: string): string {
  return `"${word.replaceAll('"', '')}"`
}
