import { by, byNumber, byText, inOrder, reversed } from '../../domain/order.ts'
import type { StoreReader } from '../../ports/store.ts'

/** A word of the index that may have been meant. */
export interface Correction {
  readonly word: string
  readonly weight: number
}

const LETTERS = /^[a-z]+$/
const SHORTEST = 3
const LONG = 8
const MOST = 3
const WEIGHTS = [0.7, 0.7, 0.5] as const
const BEGINNING_WEIGHT = 0.5

/**
 * The best corrections of a word that no entry has, best first: words an edit away, of a long word
 * two; then words that it is the beginning of. Digits are never corrected.
 */
export function correctWord(
  reader: Pick<StoreReader, 'letterWords' | 'wordCounts'>,
  word: string,
): readonly Correction[] {
  if (!LETTERS.test(word) || word.length < SHORTEST) return []
  const most = word.length >= LONG ? 2 : 1
  const near: { readonly word: string; readonly distance: number }[] = []
  const begun: { readonly word: string; readonly distance: number }[] = []
  for (const found of reader.letterWords({ least: Math.max(1, word.length - most), most: 64 })) {
    if (found.startsWith(word)) begun.push({ word: found, distance: 0 })
    if (found.length - word.length > most) continue
    const distance = editDistance(word, found, most)
    if (distance <= most) near.push({ word: found, distance })
  }
  const corrections = mostUsed(reader, near)
    .slice(0, MOST)
    .map(({ word: found, distance }) => ({ word: found, weight: WEIGHTS[distance] ?? BEGINNING_WEIGHT }))
  const known = new Set(corrections.map((correction) => correction.word))
  const further = mostUsed(reader, begun)
    .filter((found) => !known.has(found.word))
    .map((found) => ({ word: found.word, weight: BEGINNING_WEIGHT }))
  return [...corrections, ...further].slice(0, MOST)
}

const bestFirst = inOrder<{ readonly word: string; readonly distance: number; readonly count: number }>(
  by(({ distance }) => distance, byNumber),
  reversed(by(({ count }) => count, byNumber)),
  by(({ word }) => word, byText),
)

function mostUsed(
  reader: Pick<StoreReader, 'wordCounts'>,
  found: readonly { readonly word: string; readonly distance: number }[],
): readonly { readonly word: string; readonly distance: number }[] {
  const counts = reader.wordCounts(found.map(({ word }) => word))
  return found
    .map((each, index) => ({ ...each, count: counts[index] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort(bestFirst)
}

/** Optimal string alignment: letters put in, left out, changed, or swapped; past `most` it stops counting. */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1]
      let cost = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
      )
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      if (isSwapped) cost = Math.min(cost, at(before, column - 2) + 1)
      current.push(cost)
    }
    if (Math.min(...current) > most) return most + 1
    before = last
    last = current
  }
  return at(last, b.length)
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY
}
