import type { WeightedGraph } from './weighted-graph.ts'

/** Which community each node is in, the sums of their degrees, and their smallest members. */
export interface Membership {
  readonly of: Int32Array
  readonly totals: Float64Array
  /** Its smallest member; a community without any has none to compare. */
  labelOf(community: number): number
  remove(node: number): void
  add(node: number, community: number): void
}

const NONE = -1

/** Every node alone. The members of a community are a chain through two arrays, so that a move costs no search. */
export function createMembership({ size, degrees }: WeightedGraph): Membership {
  const of = Int32Array.from({ length: size }, (_, node) => node)
  const totals = degrees.slice()
  const labels = of.slice()
  const first = of.slice()
  const next = new Int32Array(size).fill(NONE)
  const previous = new Int32Array(size).fill(NONE)

  function smallestOf(community: number): number {
    let smallest = size
    for (let node = first[community] ?? NONE; node !== NONE; node = next[node] ?? NONE) {
      if (node < smallest) smallest = node
    }
    return smallest
  }

  return {
    of,
    totals,
    labelOf(community) {
      // Found again only when it is asked for: ties are rare beside moves.
      if (labels[community] === NONE) labels[community] = smallestOf(community)
      return labels[community] ?? NONE
    },
    remove(node) {
      const community = of[node] ?? 0
      const before = previous[node] ?? NONE
      const after = next[node] ?? NONE
      if (before === NONE) first[community] = after
      else next[before] = after
      if (after !== NONE) previous[after] = before
      totals[community] = (totals[community] ?? 0) - (degrees[node] ?? 0)
      if (labels[community] === node) labels[community] = NONE
    },
    add(node, community) {
      const after = first[community] ?? NONE
      previous[node] = NONE
      next[node] = after
      if (after !== NONE) previous[after] = node
      first[community] = node
      of[node] = community
      totals[community] = (totals[community] ?? 0) + (degrees[node] ?? 0)
      const label = labels[community] ?? NONE
      if (label !== NONE && node < label) labels[community] = node
    },
  }
}
