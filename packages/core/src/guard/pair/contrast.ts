import type { Language } from '../language/language.ts'
import { measureSimilarity } from './similarity.ts'
import type { Statement } from './statement.ts'

/** The content that tells two similar texts apart. */
export interface Contrast {
  readonly onlyA: readonly string[]
  readonly onlyB: readonly string[]
}

const MIN_JACCARD = 0.3
const MAX_WORDS = 3
const MAX_PAIRS_OF_CHARACTERS = 8

/** The few words that each of two similar texts has and the other lacks; undefined where either has none. */
export function findContrast(a: Statement, b: Statement): Contrast | undefined {
  if (measureSimilarity(a.wordSet, b.wordSet).jaccard < MIN_JACCARD) return undefined
  const onlyA = [...a.wordSet].filter((word) => !b.wordSet.has(word))
  const onlyB = [...b.wordSet].filter((word) => !a.wordSet.has(word))
  const isFew = (words: readonly string[], language: Language): boolean =>
    words.length > 0 && words.length <= mostWords(language)
  return isFew(onlyA, a.language) && isFew(onlyB, b.language) ? { onlyA, onlyB } : undefined
}

function mostWords(language: Language): number {
  return language === 'zh' || language === 'ja' ? MAX_PAIRS_OF_CHARACTERS : MAX_WORDS
}
