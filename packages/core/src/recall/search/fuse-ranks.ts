const K = 60

/** Values in their order, and how much their places count. */
export interface RankedList<T> {
  readonly values: readonly T[]
  readonly weight: number
}

/** Reciprocal rank fusion: what stands high in several lists stands highest. Scores by value. */
export function fuseRanks<T>(lists: readonly RankedList<T>[]): ReadonlyMap<T, number> {
  const scores = new Map<T, number>()
  for (const { values, weight } of lists) {
    for (const [index, value] of values.entries()) {
      scores.set(value, (scores.get(value) ?? 0) + weight / (K + index + 1))
    }
  }
  return scores
}
