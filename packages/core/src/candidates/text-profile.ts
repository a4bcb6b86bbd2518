import { foldText } from './fold-text.ts'
import { hashUnits } from './hash-units.ts'
import { bandKeysOf } from './min-hash.ts'
import { scanShingles } from './shingles.ts'
import { termsOf } from './terms.ts'

/** What the index reads off a text. */
export interface TextProfile {
  /** Hashes of the shingles, sorted, each as often as it occurs. Good until the next text is read. */
  readonly shingles: Uint32Array
  /** Hashes of the words, sorted. */
  readonly terms: Int32Array
  /** The text's MinHash, a key a band; empty where there is no shingle. */
  readonly bands: Int32Array
}

/** Reads one text after another, always into the same memory. */
export function createProfiler(): (text: string) => TextProfile {
  let hashes = new Uint32Array(0)
  let distinct = new Int32Array(0)
  return (text) => {
    const folded = foldText(text)
    if (hashes.length < folded.length * 2) {
      hashes = new Uint32Array(folded.length * 4)
      distinct = new Int32Array(folded.length * 4)
    }
    let count = 0
    scanShingles(folded, (start, end) => {
      hashes[count++] = hashUnits(folded, start, end)
    })
    const shingles = hashes.subarray(0, count).sort()
    const terms = termsOf(folded)
    return { shingles, terms, bands: bandKeysOf(distinct.subarray(0, dropRepeats(shingles, distinct))) }
  }
}

/** Copies each value once and says how many there are. */
function dropRepeats(sorted: Uint32Array, distinct: Int32Array): number {
  let size = 0
  let last = -1
  for (let place = 0; place < sorted.length; place++) {
    const value = sorted[place] ?? 0
    if (value !== last) distinct[size++] = value
    last = value
  }
  return size
}
