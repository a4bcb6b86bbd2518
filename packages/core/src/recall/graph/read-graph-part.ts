import type { OpenView } from '../../compact/open-view.ts'
import { contractedGraph } from '../../digest/graph/contracted-graph.ts'
import { type GraphEdge, rawGraph } from '../../digest/graph/link-graph.ts'
import type { EntryId } from '../../domain/ids.ts'
import type { LineageEdge } from '../../domain/lineage.ts'
import type { Link } from '../../domain/link.ts'
import { by, byNumber, byText, inOrder, reversed } from '../../domain/order.ts'
import type { EntryView, StoreReader } from '../../ports/store.ts'
import { openGraph } from './open-graph.ts'

/** What joins two nodes: a link, or that the first is shown for the second. */
export type Joint = Omit<GraphEdge, 'source'> & { readonly source: Link['source'] | 'lineage' }

export interface PartNode {
  readonly id: EntryId
  /** How many joints it has in the whole graph: more than the part shows, where it was cut. */
  readonly joints: number
  /** How many entries it is shown for at first hand. */
  readonly under: number
  /** Steps from the node that the part lies around. */
  readonly hop?: number
}

/** A part of the graph that is small enough to be looked at. */
export interface GraphPart {
  /** In the order in which they were chosen. */
  readonly nodes: readonly PartNode[]
  /** Between the chosen nodes. */
  readonly joints: readonly Joint[]
  /** What there is in all; undefined around a node, where nobody counted. */
  readonly total: { readonly nodes: number; readonly joints: number; readonly apart: number } | undefined
  /** Whether something was left out for the limit on nodes. */
  readonly isCut: boolean
}

export interface PartRequest {
  /** Every entry for itself, and what it is shown for as a joint. */
  readonly isRaw: boolean
  readonly maxNodes: number
  /** Around this node; without it, the best joined of all with their neighbours. */
  readonly root?: EntryId
  readonly maxHops: number
}

/** Chooses what of the graph is shown, always the same of the same memory. */
export function readGraphPart(reader: StoreReader, view: OpenView, request: PartRequest): GraphPart {
  const { root } = request
  return root === undefined ? wholePart(reader, view, request) : partAround(root, reader, view, request)
}

function wholePart(reader: StoreReader, view: OpenView, { isRaw, maxNodes }: PartRequest): GraphPart {
  const views = view.allViews()
  const all = isRaw
    ? rawJoints(reader.links({}), reader.lineage({}), views)
    : contractedGraph(views, reader.links({})).edges
  const joints = byNode(all)
  const under = underCounts(views.values())
  // A digest is part of the graph, even where no link leads to it; what says the same as others is no digest.
  for (const id of isRaw ? under.keys() : shownDigests(views)) joints.set(id, joints.get(id) ?? [])
  const countOf = (id: EntryId) => joints.get(id)?.length ?? 0
  const best = inOrder<EntryId>(
    reversed(by(countOf, byNumber)),
    reversed(by((id) => under.get(id) ?? 0, byNumber)),
    byText,
  )
  const ordered = [...joints.keys()].sort(best)
  const chosen = new Set<EntryId>()
  for (const id of ordered) {
    if (chosen.size >= maxNodes) break
    chosen.add(id)
    for (const other of othersOf(id, joints).sort(best)) if (chosen.size < maxNodes) chosen.add(other)
  }
  const shown = isRaw ? views.size : [...views.values()].filter(({ hidden }) => hidden === undefined).length
  return {
    nodes: [...chosen].map((id) => ({ id, joints: countOf(id), under: under.get(id) ?? 0 })),
    joints: between(chosen, joints),
    total: { nodes: ordered.length, joints: all.length, apart: shown - ordered.length },
    isCut: chosen.size < ordered.length,
  }
}

/** The links of the raw graph, and who is shown for whom: as was stated, and as the view found by itself. */
function rawJoints(
  links: Iterable<Link>,
  stated: readonly LineageEdge[],
  views: ReadonlyMap<EntryId, EntryView>,
): readonly Joint[] {
  // What was stated says more than what follows from it.
  const standing = new Map<string, Joint>()
  const add = (from: EntryId, to: EntryId, type: string) => {
    const ends = `${from} ${to}`
    if (!standing.has(ends)) standing.set(ends, { from, to, type, source: 'lineage' })
  }
  for (const { top, under, kind } of stated) if (views.has(top) && views.has(under)) add(top, under, kind)
  for (const { id, hidden } of views.values()) if (hidden?.by) add(hidden.by, id, hidden.reason)
  const others = [...links].filter(({ from, to }) => from !== to)
  return [...rawGraph(views.keys(), others).edges, ...standing.values()]
}

function byNode(joints: readonly Joint[]): Map<EntryId, Joint[]> {
  const found = new Map<EntryId, Joint[]>()
  for (const joint of joints) {
    for (const id of [joint.from, joint.to]) {
      const own = found.get(id)
      if (own === undefined) found.set(id, [joint])
      else own.push(joint)
    }
  }
  return found
}

type JointsOf = (nodes: readonly EntryId[]) => ReadonlyMap<EntryId, readonly Joint[]>

/** Reads the joints of some nodes, and no more of the graph than that. */
function jointReader(reader: StoreReader, view: OpenView, isRaw: boolean): JointsOf {
  if (!isRaw) {
    const graph = openGraph(reader, view, { isRaw })
    return (nodes) => graph.edgesOf(nodes)
  }
  return (nodes) => {
    const links = reader.links({ touching: nodes })
    const stated = reader.lineage({ touching: nodes })
    const ends = [
      ...links.flatMap(({ from, to }) => [from, to]),
      ...stated.flatMap(({ top, under }) => [top, under]),
    ]
    const below = view.hiddenBy(nodes).map((each) => [each.id, each] as const)
    return byNode(rawJoints(links, stated, new Map([...view.viewsOf([...nodes, ...ends]), ...below])))
  }
}

function partAround(
  root: EntryId,
  reader: StoreReader,
  view: OpenView,
  { isRaw, maxHops, maxNodes }: PartRequest,
): GraphPart {
  const jointsOf = jointReader(reader, view, isRaw)
  const hops = new Map([[root, 0]])
  let isCut = false
  let layer: readonly EntryId[] = [root]
  for (let hop = 1; hop <= maxHops && layer.length > 0; hop += 1) {
    const joints = jointsOf(layer)
    const next = layer.flatMap((id) => othersOf(id, joints)).filter((id) => !hops.has(id))
    layer = [...new Set(next)].slice(0, Math.max(0, maxNodes - hops.size))
    isCut ||= layer.length < new Set(next).size
    for (const id of layer) hops.set(id, hop)
  }
  const ids = [...hops.keys()]
  const joints = jointsOf(ids)
  const under = underCounts(view.hiddenBy(ids))
  return {
    nodes: ids.map((id) => ({
      id,
      joints: joints.get(id)?.length ?? 0,
      under: under.get(id) ?? 0,
      hop: hops.get(id) ?? 0,
    })),
    joints: between(new Set(ids), joints),
    total: undefined,
    isCut,
  }
}

function othersOf(id: EntryId, joints: ReadonlyMap<EntryId, readonly Joint[]>): EntryId[] {
  return (joints.get(id) ?? []).map(({ from, to }) => (from === id ? to : from))
}

/** The joints whose ends were both chosen, each once. */
function between(
  chosen: ReadonlySet<EntryId>,
  joints: ReadonlyMap<EntryId, readonly Joint[]>,
): readonly Joint[] {
  const found = new Map<string, Joint>()
  for (const id of chosen) {
    for (const joint of joints.get(id) ?? []) {
      if (chosen.has(joint.from) && chosen.has(joint.to)) found.set(jointKey(joint), joint)
    }
  }
  return [...found.values()].sort(by(jointKey, byText))
}

function jointKey({ from, to, type, source }: Joint): string {
  return `${from} ${to} ${type} ${source}`
}

/** What others were pressed into, as far as it is shown itself. */
function shownDigests(views: ReadonlyMap<EntryId, EntryView>): readonly EntryId[] {
  return [...views.values()].flatMap(({ hidden }) => {
    if (!hidden?.by || (hidden.reason !== 'digested' && hidden.reason !== 'merged')) return []
    return views.get(hidden.by)?.hidden === undefined ? [hidden.by] : []
  })
}

function underCounts(views: Iterable<EntryView>): ReadonlyMap<EntryId, number> {
  const counts = new Map<EntryId, number>()
  for (const { hidden } of views) if (hidden?.by) counts.set(hidden.by, (counts.get(hidden.by) ?? 0) + 1)
  return counts
}
