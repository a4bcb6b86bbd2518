import { areRivals } from './alternatives.ts'
import { LEAST_SHARED, LEAST_SHARED_OF_NUMBERS } from './one-subject.ts'
import type { Outline } from './outline.ts'
import type { Similarity } from './similarity.ts'

/** The similarity of two statements, by the numbers of their words. */
export function measureWords(a: readonly number[], b: readonly number[]): Similarity {
  const shared = countShared(a, b)
  const least = Math.min(a.length, b.length)
  const all = a.length + b.length - shared
  return { shared, overlap: least === 0 ? 0 : shared / least, jaccard: all === 0 ? 0 : shared / all }
}

/**
 * Whether two texts are distinct by what their outlines tell: each has a number that the other lacks,
 * and they share so few words that only two alternatives, or two degrees, could still make a contradiction
 * of them.
 */
export function areDistinct(a: Outline, b: Outline, { jaccard }: Similarity): boolean {
  if (jaccard >= (a.hasDegrees || b.hasDegrees ? LEAST_SHARED : LEAST_SHARED_OF_NUMBERS)) return false
  if (a.isCjk || b.isCjk) return false
  const shared = countShared(a.values, b.values)
  return a.values.length > shared && b.values.length > shared && !areRivals(a.alternatives, b.alternatives)
}

/** How many numbers two sorted lists have in common. */
function countShared(a: readonly number[], b: readonly number[]): number {
  let [shared, i, j] = [0, 0, 0]
  while (i < a.length && j < b.length) {
    const [left, right] = [a[i] ?? 0, b[j] ?? 0]
    if (left === right) shared++
    if (left <= right) i++
    if (right <= left) j++
  }
  return shared
}
