import { createGrowingWords } from './growing-words.ts'

/** The shingles are hashed into this many dimensions, so that no vocabulary need be kept. */
const DIMENSION_BITS = 18
const COUNT_BITS = 8
const MAX_COUNT = 2 ** COUNT_BITS - 1

// tf keeps 10 binary places and idf² is a 32-bit float, so that their products are exact in 64 bits:
// a and b have the same cosine, to the bit, as b and a.
const COUNT_WEIGHT = Float64Array.from({ length: MAX_COUNT + 1 }, (_, count) =>
  count === 0 ? 0 : Math.round((1 + Math.log(count)) * 1024) / 1024,
)

/** Weights the shingles of a set of texts: tf = 1 + ln count, idf = ln(1 + N / df). */
export interface ShingleVectors {
  /** Sets the one text that others are then compared with. */
  open(text: number): void
  /** Cosine of a text and the open one, 0 to 1. */
  cosine(text: number): number
  close(): void
}

/** Takes in the shingles of one text after another. */
export interface ShingleCollector {
  /** Hashes of the next text's shingles, sorted, each as often as it occurs. */
  add(sorted: Uint32Array): void
  finish(): ShingleVectors
}

/**
 * Dimensions are numbered as they turn up, so that those of common shingles lie close together: what
 * texts are compared by then stays in the fastest cache. Of each text they lie in the order of their
 * hashes, so that sums are the same, to the bit, whatever text came first.
 */
export function createShingleCollector(texts: number, characters: number): ShingleCollector {
  const numberOf = new Int32Array(2 ** DIMENSION_BITS).fill(-1)
  const frequency = new Int32Array(2 ** DIMENSION_BITS)
  let numbers = 0
  const packed = createGrowingWords(characters)
  const starts = createGrowingWords(texts + 1)

  return {
    add(sorted) {
      starts.push(packed.length)
      for (let place = 0; place < sorted.length; ) {
        const first = place
        const dimension = (sorted[place] ?? 0) >>> (32 - DIMENSION_BITS)
        do place++
        while (place < sorted.length && (sorted[place] ?? 0) >>> (32 - DIMENSION_BITS) === dimension)
        let number = numberOf[dimension] ?? 0
        if (number < 0) {
          number = numbers++
          numberOf[dimension] = number
        }
        frequency[number] = (frequency[number] ?? 0) + 1
        packed.push((number << COUNT_BITS) | Math.min(place - first, MAX_COUNT))
      }
    },
    finish() {
      starts.push(packed.length)
      return createVectors(packed.list(), starts.list(), frequency.slice(0, numbers))
    },
  }
}

function createVectors(packed: Int32Array, starts: Int32Array, frequency: Int32Array): ShingleVectors {
  const size = Math.max(1, starts.length - 1)
  const squares = Float32Array.from(frequency, (count) => Math.log(1 + size / Math.max(1, count)) ** 2)
  const norms = Float64Array.from({ length: starts.length - 1 }, (_, text) => {
    let sum = 0
    for (let place = starts[text] ?? 0; place < (starts[text + 1] ?? 0); place++) {
      const word = packed[place] ?? 0
      sum += (COUNT_WEIGHT[word & MAX_COUNT] ?? 0) ** 2 * (squares[word >>> COUNT_BITS] ?? 0)
    }
    return Math.sqrt(sum)
  })
  const opened = new Float64Array(frequency.length)
  let open = -1
  return {
    open(text) {
      open = text
      for (let place = starts[text] ?? 0; place < (starts[text + 1] ?? 0); place++) {
        const word = packed[place] ?? 0
        const number = word >>> COUNT_BITS
        opened[number] = (COUNT_WEIGHT[word & MAX_COUNT] ?? 0) * (squares[number] ?? 0)
      }
    },
    cosine(text) {
      const end = starts[text + 1] ?? 0
      let sum = 0
      for (let place = starts[text] ?? 0; place < end; place++) {
        const word = packed[place] ?? 0
        // Nothing is asked first: what isn't open adds 0, and a branch that can't be foretold costs more.
        sum += (opened[word >>> COUNT_BITS] ?? 0) * (COUNT_WEIGHT[word & MAX_COUNT] ?? 0)
      }
      const norm = (norms[open] ?? 0) * (norms[text] ?? 0)
      // Rounding may carry a text's likeness with itself past 1.
      return norm === 0 ? 0 : Math.min(1, sum / norm)
    },
    close() {
      for (let place = starts[open] ?? 0; place < (starts[open + 1] ?? 0); place++) {
        opened[(packed[place] ?? 0) >>> COUNT_BITS] = 0
      }
    },
  }
}
