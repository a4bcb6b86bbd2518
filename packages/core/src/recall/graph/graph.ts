import type { GraphEdge } from '../../digest/graph/link-graph.ts'
import type { EntryId } from '../../domain/ids.ts'

/** A graph of entries that is read as far as it is walked. */
export interface Graph {
  /** The node that is shown for an entry; undefined where none is. */
  nodeOf(id: EntryId): EntryId | undefined
  /** The nodes of many entries at once; entries that are shown nowhere are left out. */
  nodesOf(ids: Iterable<EntryId>): ReadonlyMap<EntryId, EntryId>
  /** The edges that touch each of the nodes, in edge order. Both of their ends are nodes. */
  edgesOf(nodes: readonly EntryId[]): ReadonlyMap<EntryId, readonly GraphEdge[]>
  /** 0–100: how much a node is worth; what has no value counts as 50. */
  valueOf(node: EntryId): number
}
