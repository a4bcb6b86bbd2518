import { compareGains } from './compare-gains.ts'
import { createMembership } from './membership.ts'
import type { WeightedGraph } from './weighted-graph.ts'

const MOST_SWEEPS = 100

/**
 * The local part of Louvain: each node starts alone, and moves to the neighbouring community that it
 * gains most in, until a sweep moves none. Of equal gains the community of the smallest member wins.
 * Returns each node's community, by some number; undefined where nothing moved.
 */
export function moveNodes(
  graph: WeightedGraph,
  order: Int32Array,
  resolution: number,
): Int32Array | undefined {
  const communities = createMembership(graph)
  const mover = createMover(graph, communities, resolution)
  let hasMoved = false
  for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
    let moved = 0
    for (const node of order) if (mover(node)) moved += 1
    if (moved === 0) break
    hasMoved = true
  }
  return hasMoved ? communities.of : undefined
}

/** Moves a node to where it gains most; false where that is its place. */
function createMover(
  { starts, neighbours, weights, degrees, total }: WeightedGraph,
  communities: ReturnType<typeof createMembership>,
  resolution: number,
): (node: number) => boolean {
  const inside = new Float64Array(degrees.length)
  const touched: number[] = []
  const gainIn = (community: number) => ({
    inside: inside[community] ?? 0,
    total: communities.totals[community] ?? 0,
  })

  return (node) => {
    const own = communities.of[node] ?? 0
    const pull = resolution * (degrees[node] ?? 0)
    for (let at = starts[node] ?? 0; at < (starts[node + 1] ?? 0); at++) {
      const community = communities.of[neighbours[at] ?? 0] ?? 0
      if (inside[community] === 0) touched.push(community)
      inside[community] = (inside[community] ?? 0) + (weights[at] ?? 0)
    }
    communities.remove(node)
    let best = -1
    for (const community of touched) {
      if (community === own) continue
      const compared = best < 0 ? 1 : compareGains(total, pull, gainIn(community), gainIn(best))
      const isFirst = compared === 0 && communities.labelOf(community) < communities.labelOf(best)
      if (compared > 0 || isFirst) best = community
    }
    const moves = best >= 0 && compareGains(total, pull, gainIn(best), gainIn(own)) > 0
    communities.add(node, moves ? best : own)
    for (const community of touched) inside[community] = 0
    touched.length = 0
    return moves
  }
}
