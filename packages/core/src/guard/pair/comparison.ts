import type { Anchor } from '../anchors/anchor.ts'
import { listOneSided } from './one-sided-anchors.ts'
import { measureSimilarity, type Similarity } from './similarity.ts'
import type { Statement } from './statement.ts'

/** Two statements side by side. */
export interface Comparison {
  readonly a: Statement
  readonly b: Statement
  readonly onlyA: readonly Anchor[]
  readonly onlyB: readonly Anchor[]
  readonly similarity: Similarity
  /** Whether both say the same words, in whatever order. */
  readonly hasSameWords: boolean
  readonly hasSameSequence: boolean
}

/** Lays two statements side by side. */
export function layOut(
  a: Statement,
  b: Statement,
  similarity: Similarity = measureSimilarity(a.wordSet, b.wordSet),
): Comparison {
  const hasSameSequence = isSameList(a.words, b.words)
  return {
    a,
    b,
    onlyA: listOneSided(a, b),
    onlyB: listOneSided(b, a),
    similarity,
    hasSameWords: hasSameSequence || hasSameWords(a, b, similarity),
    hasSameSequence,
  }
}

function hasSameWords(a: Statement, b: Statement, { jaccard }: Similarity): boolean {
  if (jaccard < 1 || a.words.length !== b.words.length) return false
  return isSameList(a.words.toSorted(), b.words.toSorted())
}

/** Whether two lists hold the same texts in the same order. */
export function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, index) => text === b[index])
}

/** Whether each set has a member that the other lacks. */
export function eachHasOwn<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): boolean {
  return hasOwn(a, b) && hasOwn(b, a)
}

/** Whether both sets hold something and nothing of it is shared. */
export function areDisjoint<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): boolean {
  return a.size > 0 && b.size > 0 && ![...a].some((member) => b.has(member))
}

function hasOwn<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): boolean {
  for (const member of a) if (!b.has(member)) return true
  return false
}
