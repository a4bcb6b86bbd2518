import { foldText } from './fold-text.ts'
import { hashUnits } from './hash-units.ts'
import { bandKeysOf } from './min-hash.ts'
import { scanShingles } from './shingles.ts'
import { termsOf } from './terms.ts'

/** The shingles are hashed into this many dimensions, so that no vocabulary need be kept. */
export const DIMENSION_BITS = 18
const COUNT_BITS = 8
const MAX_COUNT = 255

/** What the index keeps of a text. */
export interface TextProfile {
  /** Sorted; each the dimension of a shingle and, in its low eight bits, how often it occurs. */
  readonly shingles: Uint32Array
  /** Hashes of the words, sorted. */
  readonly terms: Int32Array
  /** The text's MinHash, a key a band. */
  readonly bands: Int32Array
}

/** Profile of a text: its counted shingles, its words, its MinHash bands. */
export function profileOf(text: string): TextProfile {
  const folded = foldText(text)
  const hashes = new Uint32Array(folded.length * 2)
  let count = 0
  scanShingles(folded, (start, end) => {
    hashes[count++] = hashUnits(folded, start, end)
  })
  const sorted = hashes.subarray(0, count).sort()
  return {
    shingles: countShingles(sorted),
    terms: termsOf(folded),
    bands: bandKeysOf(distinct(sorted)),
  }
}

/** The dimension of a packed shingle. */
export function dimensionOf(shingle: number): number {
  return shingle >>> COUNT_BITS
}

/** How often a packed shingle occurs. */
export function countOf(shingle: number): number {
  return shingle & MAX_COUNT
}

function countShingles(sorted: Uint32Array): Uint32Array {
  const packed = new Uint32Array(sorted.length)
  let size = 0
  let dimension = -1
  let count = 0
  for (const hash of sorted) {
    const next = hash >>> (32 - DIMENSION_BITS)
    if (next !== dimension) size++
    count = next === dimension ? Math.min(count + 1, MAX_COUNT) : 1
    dimension = next
    packed[size - 1] = (dimension << COUNT_BITS) | count
  }
  return packed.slice(0, size)
}

function distinct(sorted: Uint32Array): Int32Array {
  const values = new Int32Array(sorted.length)
  let size = 0
  let last = -1
  for (const hash of sorted) {
    if (hash !== last) values[size++] = hash
    last = hash
  }
  return values.subarray(0, size)
}
