/** How much two sets of items have in common. */
export interface Similarity {
  readonly shared: number
  /** Shared over the smaller set. */
  readonly overlap: number
  /** Shared over both. */
  readonly jaccard: number
}

/**
 * One number for both: what orders pairs, and decides none. A few words are easily found again in a
 * long text, so that the overlap of one with a text of four times its content counts for nothing.
 */
export function likenessOf({ overlap, jaccard }: Pick<Similarity, 'overlap' | 'jaccard'>): number {
  return jaccard < LEAST_JACCARD ? jaccard : (overlap + jaccard) / 2
}

const LEAST_JACCARD = 0.25

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
