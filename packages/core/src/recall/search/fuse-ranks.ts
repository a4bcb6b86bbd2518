const K = 60

/** Reciprocal rank fusion: what stands high in several lists stands highest. Scores by value. */
export function fuseRanks<T>(lists: readonly (readonly T[])[]): ReadonlyMap<T, number> {
  const scores = new Map<T, number>()
  for (const list of lists) {
    for (const [index, value] of list.entries()) {
      scores.set(value, (scores.get(value) ?? 0) + 1 / (K + index + 1))
    }
  }
  return scores
}
