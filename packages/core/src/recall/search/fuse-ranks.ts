const K = 60

/** Reciprocal rank fusion: what stands high in several lists stands highest. Scores by value. */
export function fuseRanks<T>(
  lists: readonly (readonly T[])[],
  weights: readonly number[] = [],
): ReadonlyMap<T, number> {
  const scores = new Map<T, number>()
  for (const [number, list] of lists.entries()) {
    const weight = weights[number] ?? 1
    for (const [index, value] of list.entries()) {
      scores.set(value, (scores.get(value) ?? 0) + weight / (K + index + 1))
    }
  }
  return scores
}
