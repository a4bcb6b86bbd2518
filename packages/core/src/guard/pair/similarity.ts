/** How much two sets of items have in common. */
export interface Similarity {
  readonly shared: number
  /** Shared over the smaller set. */
  readonly overlap: number
  /** Shared over both. */
  readonly jaccard: number
}

/** One number for both: what orders pairs, and decides none. */
export function likenessOf({ overlap, jaccard }: Pick<Similarity, 'overlap' | 'jaccard'>): number {
  return (overlap + jaccard) / 2
}

/** Compares two sets of content items. */
export function measureSimilarity(a: ReadonlySet<string>, b: ReadonlySet<string>): Similarity {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a]
  let shared = 0
  for (const item of small) if (large.has(item)) shared++
  const all = a.size + b.size - shared
  return {
    shared,
    overlap: small.size === 0 ? 0 : shared / small.size,
    jaccard: all === 0 ? 0 : shared / all,
  }
}
