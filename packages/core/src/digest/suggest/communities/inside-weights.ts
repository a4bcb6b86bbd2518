import { forNeighbours, type WeightedGraph } from './weighted-graph.ts'

/** Of some nodes: the weight each has with the others, and that of all with the rest of the graph. */
export interface InsideWeights {
  readonly byMember: ReadonlyMap<number, number>
  /** Between members, each pair once. */
  readonly inside: number
  readonly crossing: number
}

export function weighInside(graph: WeightedGraph, members: readonly number[]): InsideWeights {
  const own = new Set(members)
  const byMember = new Map<number, number>()
  let inside = 0
  let crossing = 0
  for (const node of members) {
    let weight = 0
    forNeighbours(graph, node, (other, value) => {
      if (own.has(other)) weight += value
      else crossing += value
    })
    byMember.set(node, weight)
    inside += weight
  }
  return { byMember, inside: inside / 2, crossing }
}
