import { capCommunity } from './cap-community.ts'
import { connectedParts } from './connected-parts.ts'
import { louvain } from './louvain.ts'
import { splitAtSeams } from './split-at-seams.ts'
import type { WeightedGraph } from './weighted-graph.ts'

/** Nodes of a graph by number, in order. */
export type Community = readonly number[]

/** What one community may hold, for a writer who reads all of it at once. */
export interface CommunityCaps {
  readonly minSize: number
  readonly maxSize: number
  readonly maxTokens: number
  readonly seed: number
}

/**
 * Method `cd1`: communities of Louvain, cut where they hang together weakly, then down to the caps.
 *
 *     a1──a2     b1──b2
 *      │ ╳ │──────│ ╳ │      a bridge joins two groups into one component, and they are two communities
 *     a3──a4     b3──b4
 *
 * The same for every order of the input: nodes come in order of their ids. By first member.
 */
export function findCommunities(
  graph: WeightedGraph,
  tokens: readonly number[],
  { minSize, maxSize, maxTokens, seed }: CommunityCaps,
): readonly Community[] {
  return connectedParts(graph, louvain(graph, { resolution: 1, seed }))
    .filter((community) => community.length >= minSize)
    .flatMap((community) => splitAtSeams(graph, community, seed))
    .flatMap((community) => capCommunity(graph, community, { tokens, maxSize, maxTokens, seed }))
    .filter((community) => community.length >= minSize)
    .sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0))
}
