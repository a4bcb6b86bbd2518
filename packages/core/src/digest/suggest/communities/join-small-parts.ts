import { byNumber } from '../../../domain/order.ts'
import { forNeighbours, type WeightedGraph } from './weighted-graph.ts'

/**
 * Joins parts of fewer than `least` nodes to the part that each is tied to most, so that two nodes which
 * cling to one side of a seam don't hide it. Of equal ties the first part is taken. One part at least is left.
 */
export function joinSmallParts(
  graph: WeightedGraph,
  parts: readonly (readonly number[])[],
  least: number,
): readonly (readonly number[])[] {
  let joined = parts
  for (;;) {
    const small = joined.findIndex((part) => part.length < least)
    if (small < 0 || joined.length === 1) return joined
    joined = joinTo(joined, small, mostTied(graph, joined, small))
  }
}

function joinTo(
  parts: readonly (readonly number[])[],
  small: number,
  target: number,
): readonly (readonly number[])[] {
  const both = [...(parts[target] ?? []), ...(parts[small] ?? [])].sort(byNumber)
  return parts
    .map((part, at) => (at === target ? both : part))
    .filter((_, at) => at !== small)
    .sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0))
}

function mostTied(graph: WeightedGraph, parts: readonly (readonly number[])[], small: number): number {
  const partOf = new Map(parts.flatMap((part, at) => part.map((node) => [node, at] as const)))
  const ties = new Float64Array(parts.length)
  for (const node of parts[small] ?? []) {
    forNeighbours(graph, node, (other, weight) => {
      const at = partOf.get(other)
      if (at !== undefined && at !== small) ties[at] = (ties[at] ?? 0) + weight
    })
  }
  let best = small === 0 ? 1 : 0
  for (const [at, weight] of ties.entries()) if (at !== small && weight > (ties[best] ?? 0)) best = at
  return best
}
