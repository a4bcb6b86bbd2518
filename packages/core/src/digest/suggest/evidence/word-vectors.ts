import { stemOf, wordStream } from '../../../words/index-words.ts'
import { withoutWikiLinks } from '../../metrics/evidence-kept.ts'

const TITLE_WEIGHT = 2
const ADDRESS = /\bhttps?:\/\/\S+/g

/** Texts as vectors of length 1: words by number, in order, each with its TF-IDF weight. */
export interface WordVectors {
  readonly words: readonly Int32Array[]
  readonly weights: readonly Float64Array[]
  /** In how many texts each word is. */
  readonly frequencies: readonly number[]
}

/** TF-IDF with `1 + ln tf` and `ln(1 + N/df)`. Links and addresses aren't words: they are evidence of their own. */
export function wordVectors(
  texts: readonly { readonly title: string; readonly body: string }[],
): WordVectors {
  const countWords = createWordCounter()
  const frequencies: number[] = []
  const counted = texts.map((text) => {
    const counted = countWords(text)
    for (const word of counted.words) frequencies[word] = (frequencies[word] ?? 0) + 1
    return counted
  })
  const idf = frequencies.map((df) => Math.log(1 + texts.length / df))
  return {
    words: counted.map(({ words }) => words),
    weights: counted.map((own) => unitWeights(own, idf)),
    frequencies,
  }
}

/** How often each word stands in a text; words in order. */
interface CountedWords {
  readonly words: Int32Array
  readonly counts: Float64Array
}

/** Counts the words of one text after another, and numbers them in the order of their first coming. */
function createWordCounter(): (text: { readonly title: string; readonly body: string }) => CountedWords {
  const numbers = new Map<string, number>()
  const numbersOfForms = new Map<string, number>()
  const counts: number[] = []

  function numberOf(form: string): number {
    const known = numbersOfForms.get(form)
    if (known !== undefined) return known
    const stem = stemOf(form)
    const number = numbers.get(stem) ?? numbers.size
    numbers.set(stem, number)
    numbersOfForms.set(form, number)
    return number
  }

  return ({ title, body }) => {
    const touched: number[] = []
    const count = (text: string, weight: number) => {
      for (const form of wordStream(withoutWikiLinks(text).replace(ADDRESS, ' '))) {
        const number = numberOf(form)
        const before = counts[number] ?? 0
        if (before === 0) touched.push(number)
        counts[number] = before + weight
      }
    }
    count(title, TITLE_WEIGHT)
    count(body, 1)
    const words = Int32Array.from(touched).sort()
    const own = Float64Array.from(words, (word) => counts[word] ?? 0)
    for (const word of words) counts[word] = 0
    return { words, counts: own }
  }
}

/** Turns counts into weights where they lie: a second list of them for each text of a large memory takes room. */
function unitWeights({ words, counts }: CountedWords, idf: readonly number[]): Float64Array {
  let square = 0
  for (let at = 0; at < counts.length; at++) {
    const weight = (1 + Math.log(counts[at] ?? 1)) * (idf[words[at] ?? 0] ?? 0)
    counts[at] = weight
    square += weight * weight
  }
  const length = Math.sqrt(square)
  for (let at = 0; at < counts.length; at++) counts[at] = (counts[at] ?? 0) / length
  return counts
}

/**
 * Cosines of one text with each of others. Its weights are spread out by word meanwhile, so that those of
 * another are looked up rather than merged.
 */
export function createComparer({
  words,
  weights,
  frequencies,
}: WordVectors): (place: number, others: readonly number[]) => readonly number[] {
  const spread = new Float64Array(frequencies.length)
  return (place, others) => {
    const own = words[place] ?? NO_WORDS
    for (let at = 0; at < own.length; at++) spread[own[at] ?? 0] = weights[place]?.[at] ?? 0
    const cosines = others.map((other) => {
      const its = words[other] ?? NO_WORDS
      const itsWeights = weights[other] ?? NO_WEIGHTS
      let sum = 0
      for (let at = 0; at < its.length; at++) sum += (spread[its[at] ?? 0] ?? 0) * (itsWeights[at] ?? 0)
      return sum
    })
    for (const word of own) spread[word] = 0
    return cosines
  }
}

const NO_WORDS = new Int32Array()
const NO_WEIGHTS = new Float64Array()
