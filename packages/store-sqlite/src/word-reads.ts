import type { WordReads } from '@varve/core'
import type { Connection } from './connection.ts'
import { letterWords, matchEntries } from './match-entries.ts'
import { indexTotals } from './search-index.ts'
import { similarEntries } from './similar-entries.ts'
import { WordCounts } from './word-counts.ts'

/** Reads of the words of the texts. */
export function wordReads(connection: Connection, mostCounted?: number): WordReads {
  const counts = new WordCounts(connection, mostCounted)
  return {
    match: (query, limit) => matchEntries(connection, counts, query, limit),
    similar: (text, limit) => similarEntries(connection, text, limit),
    wordCounts: (words) => counts.of(words),
    wordTotals: () => indexTotals(connection),
    letterWords: (length) => letterWords(connection, length),
  }
}
