import type { EntryId } from '../../domain/ids.ts'
import type { StoreReader, WordQuery } from '../../ports/store.ts'
import { COMMON_WORDS } from '../../words/common-words.ts'
import { stemOf } from '../../words/index-words.ts'
import { parseWordQuery } from '../../words/word-query.ts'
import { correctWord } from './correct-word.ts'
import { inverseFrequency, type MeanLengths, type WantedWord } from './weigh-words.ts'

/** One way to understand a query, and what the store has for it. */
export interface WordSearch {
  readonly wanted: readonly WantedWord[]
  readonly means: MeanLengths
  readonly candidates: readonly EntryId[]
  /** Whether there may be more than these. */
  readonly isCapped: boolean
  /** Whether a match may lack words of the query. */
  readonly isRelaxed: boolean
  /** Words that no entry has, and what was looked for instead. */
  readonly corrected: Readonly<Record<string, readonly string[]>>
}

/** So many candidates are read and ranked, at least. */
export const FEWEST_CANDIDATES = 100
/** How much the stem of a word counts beside the word itself. */
const STEM_WEIGHT = 0.9

/**
 * The ways to understand a query, strictest first: all of its words; all, or their stems; all, with
 * corrections for those that no entry has; any of those that tell something. Whoever asks stops at the first that finds something.
 */
export function* findWords(reader: StoreReader, text: string, limit: number): Generator<WordSearch> {
  const { words, phrases } = parseWordQuery(text)
  if (words.length === 0) return
  const totals = reader.wordTotals()
  const counts = reader.wordCounts(words)
  const weigh = (word: string, weight: number, count: number) => ({
    word,
    weight,
    idf: inverseFrequency(totals.entries, count),
  })
  const typed: readonly WantedWord[] = words.map((word, index) => ({
    word,
    forms: [weigh(word, 1, counts[index] ?? 0)],
  }))
  const mean = (sum: number) => (totals.entries === 0 ? 0 : sum / totals.entries)
  const means = { title: mean(totals.title), body: mean(totals.body) }
  const search = (
    need: WordQuery['need'],
    wanted: readonly WantedWord[],
    corrected: WordSearch['corrected'],
  ): WordSearch => {
    const groups = wanted.map(({ forms }) => forms.map(({ word }) => word))
    const candidates = reader.match({ need, groups, phrases }, limit)
    const isCapped = candidates.length >= limit
    return { wanted, means, candidates, isCapped, isRelaxed: need === 'any', corrected }
  }

  if (counts.every((count) => count > 0)) yield search('every', typed, {})
  const stems = words.map(stemOf)
  const stemCounts = reader.wordCounts(stems)
  const stemmed = typed.map((each, index) => {
    const stem = stems[index] ?? each.word
    if (stem === each.word) return each
    return { ...each, forms: [...each.forms, weigh(stem, STEM_WEIGHT, stemCounts[index] ?? 0)] }
  })
  if (stems.some((stem, index) => stem !== words[index])) yield search('every', stemmed, {})
  const corrected: Record<string, readonly string[]> = {}
  const wanted = stemmed.map((each, index) => {
    const isKnown = (counts[index] ?? 0) + (stemCounts[index] ?? 0) > 0
    const corrections = isKnown || COMMON_WORDS.has(each.word) ? [] : correctWord(reader, each.word)
    if (corrections.length === 0) return each
    const found = corrections.map(({ word }) => word)
    corrected[each.word] = found
    const formCounts = reader.wordCounts(found)
    const forms = corrections.map(({ word, weight }, at) => weigh(word, weight, formCounts[at] ?? 0))
    return { word: each.word, forms }
  })
  if (Object.keys(corrected).length > 0) yield search('every', wanted, corrected)
  const telling = wanted.filter(({ word }) => !COMMON_WORDS.has(word))
  if (wanted.length > 1) yield search('any', telling.length > 0 ? telling : wanted, corrected)
}
