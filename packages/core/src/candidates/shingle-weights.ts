import { countOf, DIMENSION_BITS, dimensionOf } from './text-profile.ts'

const DIMENSIONS = 2 ** DIMENSION_BITS

// tf keeps 10 binary places and idf² is a 32-bit float, so that their products are exact in 64 bits:
// a and b have the same cosine, to the bit, as b and a.
const COUNT_WEIGHT = Float64Array.from({ length: 256 }, (_, count) =>
  count === 0 ? 0 : Math.round((1 + Math.log(count)) * 1024) / 1024,
)

/** TF-IDF over the shingles of a changing set of texts: tf = 1 + ln count, idf = ln(1 + N / df). */
export interface ShingleWeights {
  add(shingles: Uint32Array): void
  remove(shingles: Uint32Array): void
  /** Length of a text's weight vector. */
  norm(shingles: Uint32Array): number
  /** Sets the one text that others are then compared with. */
  open(shingles: Uint32Array): void
  /** Dot product of a text with the open one. */
  dot(shingles: Uint32Array): number
  close(shingles: Uint32Array): void
}

export function createShingleWeights(): ShingleWeights {
  const frequency = new Int32Array(DIMENSIONS)
  const squares = new Float32Array(DIMENSIONS)
  const squaredAt = new Int32Array(DIMENSIONS)
  const opened = new Float64Array(DIMENSIONS)
  let size = 0
  let version = 1

  const count = (shingles: Uint32Array, step: 1 | -1): void => {
    size += step
    version++
    for (const shingle of shingles) {
      const dimension = dimensionOf(shingle)
      frequency[dimension] = (frequency[dimension] ?? 0) + step
    }
  }

  const squaredInverse = (dimension: number): number => {
    if (squaredAt[dimension] !== version) {
      squaredAt[dimension] = version
      // A shingle of a text that isn't in the set counts as found once.
      squares[dimension] = Math.log(1 + Math.max(1, size) / Math.max(1, frequency[dimension] ?? 0)) ** 2
    }
    return squares[dimension] ?? 0
  }

  return {
    add: (shingles) => count(shingles, 1),
    remove: (shingles) => count(shingles, -1),
    norm(shingles) {
      let sum = 0
      for (const shingle of shingles) {
        sum += (COUNT_WEIGHT[countOf(shingle)] ?? 0) ** 2 * squaredInverse(dimensionOf(shingle))
      }
      return Math.sqrt(sum)
    },
    open(shingles) {
      for (const shingle of shingles) {
        const dimension = dimensionOf(shingle)
        opened[dimension] = (COUNT_WEIGHT[countOf(shingle)] ?? 0) * squaredInverse(dimension)
      }
    },
    dot(shingles) {
      let sum = 0
      for (let index = 0; index < shingles.length; index++) {
        const shingle = shingles[index] ?? 0
        // Nothing is asked first: what isn't open adds 0, and a branch that can't be foretold costs more.
        sum += (opened[dimensionOf(shingle)] ?? 0) * (COUNT_WEIGHT[countOf(shingle)] ?? 0)
      }
      return sum
    },
    close(shingles) {
      for (const shingle of shingles) opened[dimensionOf(shingle)] = 0
    },
  }
}
