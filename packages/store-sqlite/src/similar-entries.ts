import { type EntryId, queryWords } from '@varve/core'
import type { Connection } from './connection.ts'

/** So many words of a text are looked up, the longest first, for those tell the most. */
const WORDS_MAX = 24
/** Of a word that more entries have, the latest so many are looked at, and it counts for little. */
const HITS_MAX = 400

const HITS = `SELECT rowid AS n FROM search WHERE search MATCH ? ORDER BY rowid DESC LIMIT ${HITS_MAX}`

/**
 * Entries that share words with a text, weighed by how rare each word is. Every word costs the same
 * whatever the size of the store, unlike a ranked query of all of them.
 */
export function similarEntries(connection: Connection, text: string, limit: number): readonly EntryId[] {
  const scores = new Map<number, number>()
  for (const word of tellingWords(text)) {
    const hits = connection.numbers(HITS, `"${word}"`)
    const weight = 1 / Math.log2(2 + hits.length)
    for (const n of hits) scores.set(n, (scores.get(n) ?? 0) + weight)
  }
  const best = [...scores].sort(([a, x], [b, y]) => y - x || a - b).slice(0, limit)
  return best.flatMap(
    ([n]) => connection.get<{ id: EntryId }>('SELECT id FROM entries WHERE n = ?', n)?.id ?? [],
  )
}

function tellingWords(text: string): readonly string[] {
  const words = new Set(queryWords(text))
  return [...words].sort((a, b) => b.length - a.length || (a < b ? -1 : 1)).slice(0, WORDS_MAX)
}
