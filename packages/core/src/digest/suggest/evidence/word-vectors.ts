import { createGrowingWords } from '../../../candidates/growing-words.ts'
import { byNumber } from '../../../domain/order.ts'
import { stemOf, wordStream } from '../../../words/index-words.ts'
import { withoutWikiLinks } from '../../metrics/evidence-kept.ts'

const TITLE_WEIGHT = 2
const ADDRESS = /\bhttps?:\/\/\S+/g

/**
 * Texts as vectors of length 1: words by number, in order, each with its TF-IDF weight. Those of a text lie
 * between its start and the next: a list for each text of a large memory takes more room than what it holds.
 */
export interface WordVectors {
  readonly starts: Int32Array
  readonly words: Int32Array
  readonly weights: Float64Array
  /** In how many texts each word is. */
  readonly frequencies: readonly number[]
}

/** TF-IDF with `1 + ln tf` and `ln(1 + N/df)`. Links and addresses aren't words: they are evidence of their own. */
export function wordVectors(
  texts: readonly { readonly title: string; readonly body: string }[],
): WordVectors {
  const countWords = createWordCounter()
  const frequencies: number[] = []
  const starts = new Int32Array(texts.length + 1)
  const words = createGrowingWords(texts.length)
  const counts = createGrowingWords(texts.length)
  for (const [place, text] of texts.entries()) {
    for (const [word, count] of countWords(text)) {
      words.push(word)
      counts.push(count)
      frequencies[word] = (frequencies[word] ?? 0) + 1
    }
    starts[place + 1] = words.length
  }
  const idf = frequencies.map((df) => Math.log(1 + texts.length / df))
  const vectors = { starts, words: words.list(), frequencies }
  return { ...vectors, weights: unitWeights(vectors, counts.list(), idf) }
}

/** Counts the words of one text after another, in the order of their numbers, and numbers them in the order of their first coming. */
function createWordCounter(): (text: {
  readonly title: string
  readonly body: string
}) => readonly (readonly [word: number, count: number])[] {
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
    return touched.sort(byNumber).map((word) => {
      const own = counts[word] ?? 0
      counts[word] = 0
      return [word, own]
    })
  }
}

function unitWeights(
  { starts, words }: Pick<WordVectors, 'starts' | 'words'>,
  counts: Int32Array,
  idf: readonly number[],
): Float64Array {
  const weights = Float64Array.from(words, (word, at) => (1 + Math.log(counts[at] ?? 1)) * (idf[word] ?? 0))
  for (let place = 0; place + 1 < starts.length; place++) {
    const [start = 0, end = 0] = [starts[place], starts[place + 1]]
    let square = 0
    for (let at = start; at < end; at++) square += (weights[at] ?? 0) ** 2
    const length = Math.sqrt(square)
    for (let at = start; at < end; at++) weights[at] = (weights[at] ?? 0) / length
  }
  return weights
}

/**
 * Cosines of one text with each of others. Its weights are spread out by word meanwhile, so that those of
 * another are looked up rather than merged.
 */
export function createComparer({
  starts,
  words,
  weights,
  frequencies,
}: WordVectors): (place: number, others: readonly number[]) => readonly number[] {
  const spread = new Float64Array(frequencies.length)
  return (place, others) => {
    const [start = 0, end = 0] = [starts[place], starts[place + 1]]
    for (let at = start; at < end; at++) spread[words[at] ?? 0] = weights[at] ?? 0
    const cosines = others.map((other) => {
      const its = starts[other + 1] ?? 0
      let sum = 0
      for (let at = starts[other] ?? 0; at < its; at++)
        sum += (spread[words[at] ?? 0] ?? 0) * (weights[at] ?? 0)
      return sum
    })
    for (let at = start; at < end; at++) spread[words[at] ?? 0] = 0
    return cosines
  }
}
