import type { EntryId } from '../../domain/ids.ts'
import type { StoreReader, WordQuery } from '../../ports/store.ts'
import { isCommonWord } from '../../words/common-words.ts'
import { stemOf } from '../../words/index-words.ts'
import { parseWordQuery } from '../../words/word-query.ts'
import { correctWord } from './correct-word.ts'
import { inverseFrequency, type MeanLengths, type WantedWord, type WordForm } from './weigh-words.ts'

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
  const { weigh, means } = scalesOf(reader)
  const counts = reader.wordCounts(words)
  const typed: readonly WantedWord[] = words.map((word, index) => ({
    word,
    forms: [weigh(word, 1, counts[index] ?? 0)],
  }))
  const search = (
    need: WordQuery['need'],
    wanted: readonly WantedWord[],
    corrected: WordSearch['corrected'],
  ): WordSearch => {
    const candidates = reader.match({ need, groups: groupsOf(wanted), phrases }, limit)
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
    const corrections = isKnown || isCommonWord(each.word) ? [] : correctWord(reader, each.word)
    if (corrections.length === 0) return each
    const found = corrections.map(({ word }) => word)
    corrected[each.word] = found
    const formCounts = reader.wordCounts(found)
    const forms = corrections.map(({ word, weight }, at) => weigh(word, weight, formCounts[at] ?? 0))
    return { word: each.word, forms }
  })
  if (Object.keys(corrected).length > 0) yield search('every', wanted, corrected)
  const telling = wanted.filter(({ word }) => !isCommonWord(word))
  if (wanted.length > 1) yield search('any', telling.length > 0 ? telling : wanted, corrected)
}

/** As the last of these ways alone: what a text is about that nobody wrote as a query. Nothing is corrected. */
export function findTellingWords(reader: StoreReader, text: string, limit: number): WordSearch {
  const words = parseWordQuery(text).words.filter((word) => !isCommonWord(word))
  const stems = words.map(stemOf)
  const { weigh, means } = scalesOf(reader)
  const counts = reader.wordCounts(words)
  const stemCounts = reader.wordCounts(stems)
  const wanted = words.map((word, index): WantedWord => {
    const stem = stems[index] ?? word
    const forms = [weigh(word, 1, counts[index] ?? 0)]
    if (stem !== word) forms.push(weigh(stem, STEM_WEIGHT, stemCounts[index] ?? 0))
    return { word, forms }
  })
  const candidates = reader.match({ need: 'any', groups: groupsOf(wanted) }, limit)
  const isCapped = candidates.length >= limit
  return { wanted, means, candidates, isCapped, isRelaxed: true, corrected: {} }
}

function scalesOf(reader: StoreReader): {
  readonly means: MeanLengths
  readonly weigh: (word: string, weight: number, count: number) => WordForm
} {
  const totals = reader.wordTotals()
  const mean = (sum: number) => (totals.entries === 0 ? 0 : sum / totals.entries)
  return {
    means: { title: mean(totals.title), body: mean(totals.body) },
    weigh: (word, weight, count) => ({ word, weight, idf: inverseFrequency(totals.entries, count) }),
  }
}

function groupsOf(wanted: readonly WantedWord[]): WordQuery['groups'] {
  return wanted.map(({ forms }) => forms.map(({ word }) => word))
}
