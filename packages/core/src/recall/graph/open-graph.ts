import { canonOf } from '../../compact/canon.ts'
import type { OpenView } from '../../compact/open-view.ts'
import { contractLinks } from '../../digest/graph/contracted-graph.ts'
import { type GraphEdge, rawGraph } from '../../digest/graph/link-graph.ts'
import { valueOrUsual } from '../../domain/entry.ts'
import type { EntryId } from '../../domain/ids.ts'
import type { Link } from '../../domain/link.ts'
import type { EntryView, StoreReader } from '../../ports/store.ts'
import type { Graph } from './graph.ts'

/** How entries come together in nodes. */
interface Nodes {
  /** Reads what `nodeOf` and `edges` need to know of these. */
  learn(ids: Iterable<EntryId>): void
  nodeOf(id: EntryId): EntryId | undefined
  /** The given nodes and all that they stand for. */
  membersOf(nodes: readonly EntryId[]): Iterable<EntryId>
  edges(links: readonly Link[]): readonly GraphEdge[]
}

/**
 * Opens the graph of a view. In the contracted graph the links of an entry count as those of the
 * entry that is shown for it; in the raw one every entry of the view's scopes is a node of its own.
 * Each step of a walk asks the store once for the whole layer, through its indexes.
 */
export function openGraph(
  reader: StoreReader,
  view: OpenView,
  { isRaw }: { readonly isRaw: boolean },
): Graph {
  const nodes = isRaw ? rawNodes(view) : contractedNodes(view)
  const values = new Map<EntryId, number>()

  return {
    nodeOf(id) {
      nodes.learn([id])
      return nodes.nodeOf(id)
    },
    nodesOf(ids) {
      const all = [...ids]
      nodes.learn(all)
      const found = all.map((id) => [id, nodes.nodeOf(id)] as const)
      return new Map(found.flatMap(([id, node]) => (node === undefined ? [] : [[id, node] as const])))
    },
    edgesOf(wanted) {
      const links = reader.links({ touching: nodes.membersOf(wanted) })
      nodes.learn(links.flatMap(({ from, to }) => [from, to]))
      const touching = new Map<EntryId, GraphEdge[]>(wanted.map((node) => [node, []]))
      for (const edge of nodes.edges(links)) {
        touching.get(edge.from)?.push(edge)
        touching.get(edge.to)?.push(edge)
      }
      return touching
    },
    valueOf(node) {
      const known = values.get(node)
      if (known !== undefined) return known
      const value = valueOrUsual(reader.entry(node) ?? {})
      values.set(node, value)
      return value
    },
  }
}

function rawNodes(view: OpenView): Nodes {
  const known = new Map<EntryId, boolean>()
  const nodeOf = (id: EntryId) => (known.get(id) ? id : undefined)
  return {
    nodeOf,
    learn(ids) {
      const unknown = [...new Set(ids)].filter((id) => !known.has(id))
      if (unknown.length === 0) return
      const views = view.viewsOf(unknown)
      for (const id of unknown) known.set(id, views.has(id))
    },
    membersOf: (nodes) => nodes,
    edges(links) {
      const ends = links.flatMap(({ from, to }) => [from, to])
      const others = links.filter(({ from, to }) => from !== to)
      return rawGraph(
        ends.filter((id) => known.get(id)),
        others,
      ).edges
    },
  }
}

function contractedNodes(view: OpenView): Nodes {
  const views = new Map<EntryId, EntryView | undefined>()
  const viewOf = (id: EntryId) => views.get(id)
  const canon = (id: EntryId) => canonOf(id, viewOf)

  /** Follows the tops of many entries at once: a question for each step of the longest chain. */
  function learn(ids: Iterable<EntryId>): void {
    for (let layer = unknownAmong(ids); layer.length > 0; ) {
      const found = view.viewsOf(layer)
      for (const id of layer) views.set(id, found.get(id))
      layer = unknownAmong([...found.values()].flatMap(({ hidden }) => hidden?.by ?? []))
    }
  }

  function unknownAmong(ids: Iterable<EntryId>): readonly EntryId[] {
    return [...new Set(ids)].filter((id) => !views.has(id))
  }

  return {
    learn,
    nodeOf(id) {
      const node = canon(id)
      const end = viewOf(node)
      return end === undefined || end.hidden !== undefined ? undefined : node
    },
    membersOf(nodes) {
      const members = new Set(nodes)
      for (let layer: readonly EntryId[] = nodes; layer.length > 0; ) {
        const under = view.hiddenBy(layer).filter(({ id }) => !members.has(id))
        for (const each of under) {
          members.add(each.id)
          views.set(each.id, each)
        }
        layer = under.map(({ id }) => id)
      }
      return members
    },
    edges: (links) => contractLinks(links, { viewOf, canon }),
  }
}
