import { connectedParts } from './connected-parts.ts'
import { type LouvainOptions, louvain } from './louvain.ts'
import { inducedGraph, type WeightedGraph } from './weighted-graph.ts'

/** The communities that a part of a graph has when it is looked at alone. */
export function clusterAlone(
  graph: WeightedGraph,
  members: readonly number[],
  options: LouvainOptions,
): readonly (readonly number[])[] {
  const part = inducedGraph(graph, members)
  return connectedParts(part, louvain(part, options)).map((places) =>
    places.map((place) => members[place] ?? 0),
  )
}
