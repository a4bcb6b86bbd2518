import { indexWords, stemOf } from '../../../words/index-words.ts'
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
  const numbers = new Map<string, number>()
  const frequencies: number[] = []
  const counted = texts.map((text) => {
    const counts = countWords(text, numbers)
    for (const word of counts.keys()) frequencies[word] = (frequencies[word] ?? 0) + 1
    return counts
  })
  const idf = frequencies.map((df) => Math.log(1 + texts.length / df))
  const words = counted.map((counts) => Int32Array.from(counts.keys()).sort())
  return {
    words,
    weights: words.map((own, at) => unitWeights(own, counted[at] ?? new Map(), idf)),
    frequencies,
  }
}

function countWords(
  { title, body }: { readonly title: string; readonly body: string },
  numbers: Map<string, number>,
): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  const count = (text: string, weight: number) => {
    for (const form of indexWords(withoutWikiLinks(text).replace(ADDRESS, ' ')).stream) {
      const word = stemOf(form)
      const number = numbers.get(word) ?? numbers.size
      numbers.set(word, number)
      counts.set(number, (counts.get(number) ?? 0) + weight)
    }
  }
  count(title, TITLE_WEIGHT)
  count(body, 1)
  return counts
}

function unitWeights(
  words: Int32Array,
  counts: ReadonlyMap<number, number>,
  idf: readonly number[],
): Float64Array {
  const weights = Float64Array.from(words, (word) => (1 + Math.log(counts.get(word) ?? 1)) * (idf[word] ?? 0))
  let square = 0
  for (const weight of weights) square += weight * weight
  const length = Math.sqrt(square)
  return weights.map((weight) => weight / length)
}

/** Of two vectors of length 1. */
export function cosine({ words, weights }: WordVectors, a: number, b: number): number {
  const [wordsA, wordsB] = [words[a] ?? NO_WORDS, words[b] ?? NO_WORDS]
  const [weightsA, weightsB] = [weights[a] ?? NO_WEIGHTS, weights[b] ?? NO_WEIGHTS]
  let sum = 0
  for (let i = 0, j = 0; i < wordsA.length && j < wordsB.length; ) {
    const difference = (wordsA[i] ?? 0) - (wordsB[j] ?? 0)
    if (difference === 0) sum += (weightsA[i++] ?? 0) * (weightsB[j++] ?? 0)
    else if (difference < 0) i++
    else j++
  }
  return sum
}

const NO_WORDS = new Int32Array()
const NO_WEIGHTS = new Float64Array()
