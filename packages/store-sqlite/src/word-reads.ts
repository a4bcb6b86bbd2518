import type { WordReads } from '@varve/core'
import type { ChangeWatch } from './change-watch.ts'
import type { Connection } from './connection.ts'
import { KeptLists } from './kept-lists.ts'
import { KeptRanks } from './kept-ranks.ts'
import { letterWords, type MatchSources, matchEntries } from './match-entries.ts'
import { indexTotals } from './search-index.ts'
import { similarEntries } from './similar-entries.ts'
import { WordCounts } from './word-counts.ts'

/** Reads of the words of the texts. */
export function wordReads(connection: Connection, watch: ChangeWatch, mostCounted?: number): WordReads {
  const counts = new WordCounts(connection, mostCounted)
  const lists = new KeptLists(connection, watch, counts)
  const sources: MatchSources = { connection, counts, lists, ranks: new KeptRanks(connection, watch) }
  return {
    match: (query, limit) => matchEntries(sources, query, limit),
    similar: (text, limit) => similarEntries(connection, text, limit),
    wordCounts: (words) => counts.of(words),
    wordTotals: () => indexTotals(connection),
    letterWords: (length) => letterWords(connection, length),
  }
}
