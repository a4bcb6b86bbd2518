import { countOf, DIMENSION_BITS, dimensionOf } from './text-profile.ts'

const DIMENSIONS = 2 ** DIMENSION_BITS
/** Small enough to stay in the fastest cache: most shingles of another text are turned away by it. */
const FILTER_MASK = 2 ** 14 - 1
const COUNT_WEIGHT = Float64Array.from({ length: 256 }, (_, count) => (count === 0 ? 0 : 1 + Math.log(count)))

/** TF-IDF over the shingles of a changing set of texts: tf = 1 + ln count, idf = ln(1 + N / df). */
export interface ShingleWeights {
  add(shingles: Uint32Array): void
  remove(shingles: Uint32Array): void
  /** Length of a text's weight vector. */
  norm(shingles: Uint32Array): number
  /** Sets the one text that others are then compared with. */
  open(shingles: Uint32Array): void
  /** Dot product of a text with the open one; summed in the order of dimensions, so it is symmetric to the bit. */
  dot(shingles: Uint32Array): number
  close(shingles: Uint32Array): void
}

export function createShingleWeights(): ShingleWeights {
  const frequency = new Int32Array(DIMENSIONS)
  const inverse = new Float64Array(DIMENSIONS)
  const computedAt = new Int32Array(DIMENSIONS)
  const opened = new Float64Array(DIMENSIONS)
  const filter = new Uint8Array(FILTER_MASK + 1)
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

  const weight = (shingle: number): number => {
    const dimension = dimensionOf(shingle)
    if (computedAt[dimension] !== version) {
      computedAt[dimension] = version
      // A shingle of a text that isn't in the set counts as found once.
      inverse[dimension] = Math.log(1 + Math.max(1, size) / Math.max(1, frequency[dimension] ?? 0))
    }
    return (COUNT_WEIGHT[countOf(shingle)] ?? 0) * (inverse[dimension] ?? 0)
  }

  return {
    add: (shingles) => count(shingles, 1),
    remove: (shingles) => count(shingles, -1),
    norm(shingles) {
      let squares = 0
      for (const shingle of shingles) squares += weight(shingle) ** 2
      return Math.sqrt(squares)
    },
    open(shingles) {
      for (const shingle of shingles) {
        const dimension = dimensionOf(shingle)
        filter[dimension & FILTER_MASK] = 1
        opened[dimension] = weight(shingle)
      }
    },
    dot(shingles) {
      let sum = 0
      for (let index = 0; index < shingles.length; index++) {
        const shingle = shingles[index] ?? 0
        const dimension = dimensionOf(shingle)
        if (filter[dimension & FILTER_MASK] === 0) continue
        const other = opened[dimension] ?? 0
        if (other !== 0) sum += other * weight(shingle)
      }
      return sum
    },
    close(shingles) {
      for (const shingle of shingles) {
        const dimension = dimensionOf(shingle)
        filter[dimension & FILTER_MASK] = 0
        opened[dimension] = 0
      }
    },
  }
}
