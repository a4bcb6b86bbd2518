import type { Entry } from '../domain/entry.ts'
import { sortedUnique } from '../domain/order.ts'
import type { WordReads } from '../ports/store.ts'
import { queryWords } from '../words/index-words.ts'
import { countGroups, countShared, type KeptWords, keptWords, sumTotals } from './memory-match.ts'
import { bestIds, type StoredEntries, type StoredEntry } from './stored-entry.ts'

/** What the words of a memory store's entries answer. */
export function memoryWords(entries: StoredEntries): WordReads {
  const known = new WeakMap<Entry, KeptWords>()
  const wordsOf = ({ entry }: StoredEntry): KeptWords => {
    const words = known.get(entry) ?? keptWords(entry)
    known.set(entry, words)
    return words
  }
  const best = (score: (kept: KeptWords) => number, limit: number) =>
    bestIds(
      entries.values().map((stored) => ({ id: stored.entry.id, score: score(wordsOf(stored)) })),
      limit,
    )
  return {
    match: (query, limit) => best((kept) => countGroups(kept, query), limit),
    wordUses: () => undefined,
    similar(text, limit) {
      const words = new Set(queryWords(text))
      return best((kept) => countShared(kept, words), limit)
    },
    wordCounts: (words) =>
      words.map((word) => entries.values().filter((stored) => wordsOf(stored).all.has(word)).length),
    wordTotals: () => sumTotals(entries.values().map(wordsOf)),
    letterWords: ({ least, most }) =>
      sortedUnique(entries.values().flatMap((stored) => [...wordsOf(stored).all])).filter(
        (word) => word.length >= least && word.length <= most && LETTERS.test(word),
      ),
  }
}

const LETTERS = /^[a-z]+$/
