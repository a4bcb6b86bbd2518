const EXACT = 2 ** 53

/** What a node would gain in a community, but for what is the same in all of them. */
export interface Gain {
  /** Weight between the node and the community. */
  readonly inside: number
  /** Sum of the community's degrees without the node. */
  readonly total: number
}

/**
 * Compares two gains of `graphTotal · inside − pull · total` exactly: negative where `a` is the smaller, 0
 * where they are equal.
 */
export function compareGains(graphTotal: number, pull: number, a: Gain, b: Gain): number {
  const inside = a.inside - b.inside
  const total = a.total - b.total
  const more = graphTotal * inside
  const less = pull * total
  // Rounding keeps order: only what rounds to one large number has to be looked at again.
  if (more !== less || Math.abs(more) < EXACT) return more - less
  const exact = BigInt(graphTotal) * BigInt(inside) - BigInt(pull) * BigInt(total)
  return exact > 0n ? 1 : exact < 0n ? -1 : 0
}
