import type { EntryReads, WordReads, WordTotals } from '@varve/core'
import type { ChangeWatch } from './change-watch.ts'
import type { Connection } from './connection.ts'
import { KeptAnswers } from './kept-answers.ts'
import { KeptLists } from './kept-lists.ts'
import { KeptRanks } from './kept-ranks.ts'
import { letterWords, type MatchSources, matchEntries } from './match-entries.ts'
import { indexTotals } from './search-index.ts'
import { similarEntries } from './similar-entries.ts'
import { WordCounts } from './word-counts.ts'
import { type UseSources, wordUses } from './word-uses.ts'

/** Reads of the words of the texts. */
export function wordReads(
  connection: Connection,
  watch: ChangeWatch,
  { entries }: EntryReads,
  mostCounted?: number,
): WordReads {
  const counts = new WordCounts(connection, watch, mostCounted)
  const lists = new KeptLists(connection, watch, counts)
  const totals = new KeptAnswers<WordTotals>(connection, watch)
  const wordTotals = () => totals.of('all', () => indexTotals(connection))
  const ranks = new KeptRanks(connection, watch, () => wordTotals().entries)
  const sources: MatchSources & UseSources = {
    connection,
    counts,
    lists,
    ranks,
    readEntries: (ids) => (ids.length === 0 ? [] : entries({ visibility: 'all', ids })),
  }
  return {
    // What is kept of several reads must be of one moment.
    match: (query, limit) => connection.snapshot(() => matchEntries(sources, query, limit)),
    wordUses: (ids, words) => wordUses(sources, ids, words),
    similar: (text, limit) => similarEntries(connection, text, limit),
    wordCounts: (words) => counts.of(words),
    wordTotals,
    letterWords: (length) => letterWords(connection, length),
  }
}
