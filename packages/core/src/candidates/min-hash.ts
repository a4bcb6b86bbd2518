import { mix } from './hash-units.ts'

/** MinHash signature length, and how it is cut: two texts of Jaccard J share a band with 1 − (1 − J⁴)¹⁶. */
const PERMUTATIONS = 64
const ROWS = 4
export const BANDS = PERMUTATIONS / ROWS

const GREATEST = 0x7fffffff

// Fixed seeds: the same text has the same bands on every machine and in every run.
const MASKS = Int32Array.from({ length: PERMUTATIONS }, (_, index) => mix(0x9e3779b9 + index))
const FACTORS = Int32Array.from({ length: PERMUTATIONS }, (_, index) => mix(0x51ed270b + index) | 1)

/** One key a band over the distinct hashes of a text's shingles. Empty where there are none. */
export function bandKeysOf(hashes: Int32Array): Int32Array {
  if (hashes.length === 0) return new Int32Array(0)
  return Int32Array.from({ length: BANDS }, (_, band) => bandKey(hashes, band * ROWS))
}

/** The least hash under each of four permutations, in one pass: this is the hot loop of an index's build. */
function bandKey(hashes: Int32Array, first: number): number {
  const maskA = MASKS[first] ?? 0
  const maskB = MASKS[first + 1] ?? 0
  const maskC = MASKS[first + 2] ?? 0
  const maskD = MASKS[first + 3] ?? 0
  const factorA = FACTORS[first] ?? 1
  const factorB = FACTORS[first + 1] ?? 1
  const factorC = FACTORS[first + 2] ?? 1
  const factorD = FACTORS[first + 3] ?? 1
  let a = GREATEST
  let b = GREATEST
  let c = GREATEST
  let d = GREATEST
  for (let index = 0; index < hashes.length; index++) {
    const hash = hashes[index] ?? 0
    const nextA = Math.imul(hash ^ maskA, factorA)
    const nextB = Math.imul(hash ^ maskB, factorB)
    const nextC = Math.imul(hash ^ maskC, factorC)
    const nextD = Math.imul(hash ^ maskD, factorD)
    if (nextA < a) a = nextA
    if (nextB < b) b = nextB
    if (nextC < c) c = nextC
    if (nextD < d) d = nextD
  }
  return mix(mix(mix(mix(a) ^ b) ^ c) ^ d)
}
