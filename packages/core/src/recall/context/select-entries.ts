import type { OpenView } from '../../compact/open-view.ts'
import { type Entry, trustRank, valueOrUsual } from '../../domain/entry.ts'
import type { EntryId } from '../../domain/ids.ts'
import { by, byNumber, byText, inOrder } from '../../domain/order.ts'
import type { StoreReader } from '../../ports/store.ts'
import type { Graph } from '../graph/graph.ts'
import { metBy } from '../graph/graph-page.ts'
import { walkGraph } from '../graph/walk-graph.ts'
import { isWithheld } from '../note/is-withheld.ts'
import { meetsFilter } from './custom-filter.ts'
import { listRelated } from './list-related.ts'
import { listRootLinks } from './root-links.ts'
import type { Selected, Selection } from './selection.ts'

const LEAST_TRUST = trustRank('repo')
export const QUERY_LIMIT = 100

export interface SelectionSource {
  readonly reader: StoreReader
  readonly view: OpenView
  readonly graph: Graph
  readonly isRaw: boolean
  /** What answers a query, best first. */
  readonly search: (query: string, limit: number) => readonly EntryId[]
}

export interface SelectedEntries {
  readonly selected: readonly Selected[]
  /** Asked for by name, and kept back: quarantined or retracted. */
  readonly withheld: readonly EntryId[]
}

/**
 * Selects the entries of a bundle, in its order. Text that nobody answers for is not brought in
 * unasked, and quarantined text not at all.
 */
export function selectEntries(source: SelectionSource, selection: Selection): SelectedEntries {
  const { reader, view, graph, isRaw, search } = source
  const taken = new Map<EntryId, Selected>()
  const withheld: EntryId[] = []
  const { notes, roots, isTransitive, walk, query, tags, categories, hasBacklinks, relatedAt } = selection

  function passes(entry: Entry): boolean {
    const { minimumValue, filters } = selection
    if (minimumValue !== undefined && valueOrUsual(entry) < minimumValue) return false
    return filters.every((filter) => meetsFilter(entry, filter))
  }

  /** Takes what passes itself, or was met by a member that does. */
  function take(node: EntryId, via?: EntryId): void {
    if (taken.has(node)) return
    const entry = reader.entry(node)
    if (entry === undefined || !mayBeBroughtIn(entry)) return
    const member = via === undefined || via === node ? undefined : reader.entry(via)
    if (passes(entry) || (member !== undefined && passes(member))) taken.set(node, { id: node, via })
  }

  for (const id of notes) {
    const node = graph.nodeOf(id)
    const entry = node === undefined ? undefined : reader.entry(node)
    if (node === undefined || entry === undefined) continue
    if (isWithheld(entry)) withheld.push(node)
    else if (!taken.has(node)) taken.set(node, { id: node, via: id })
  }
  for (const root of roots) {
    const node = graph.nodeOf(root)
    if (node === undefined) continue
    take(node, root)
    for (const { id, via } of listRootLinks(reader, graph, node, isTransitive)) take(id, via)
  }
  if (walk !== undefined) {
    const node = graph.nodeOf(walk.root)
    const visits = node === undefined ? [] : walkGraph(graph, node, walk.rules).visits
    for (const visit of visits) take(visit.node, visit.by === undefined ? walk.root : metBy(visit))
  }
  if (query !== undefined) takeNodes(graph, search(query, QUERY_LIMIT), take)

  const isBare = notes.length + roots.length === 0 && walk === undefined && query === undefined
  if (tags.length + categories.length > 0 || isBare) {
    const found = [...listMatching(reader, view, isRaw, tags, categories)]
    const nodes = graph.nodesOf(found.map(({ id }) => id))
    const before = [...taken.keys()]
    const matched = new Map<EntryId, EntryId>()
    // By id, so that what is met first is the entry itself or its smallest member.
    for (const { id } of found) {
      const node = nodes.get(id)
      if (node !== undefined && (id === node || !matched.has(node))) matched.set(node, id)
    }
    for (const node of rankMatches(reader, graph, before, [...matched.keys()])) take(node, matched.get(node))
  }
  if (hasBacklinks) {
    for (const { id, via } of listBacklinks(graph, [...taken.keys()])) take(id, via)
  }
  if (relatedAt !== undefined) {
    const nodes = [...taken.keys()]
    for (const { id, via } of listRelated(source, nodes, relatedAt)) take(id, via)
  }
  return { selected: [...taken.values()], withheld }
}

function takeNodes(graph: Graph, ids: readonly EntryId[], take: (node: EntryId, via: EntryId) => void): void {
  const nodes = graph.nodesOf(ids)
  for (const id of ids) {
    const node = nodes.get(id)
    if (node !== undefined) take(node, id)
  }
}

function mayBeBroughtIn(entry: Entry): boolean {
  return !isWithheld(entry) && trustRank(entry.source.trust) >= LEAST_TRUST
}

/** Entries of the tags and categories, what is hidden too: its digest is shown for it. By id. */
function* listMatching(
  reader: StoreReader,
  view: OpenView,
  isRaw: boolean,
  tags: readonly string[],
  categories: readonly string[],
): Iterable<Entry> {
  const byId = new Map<EntryId, Entry>()
  for (const tag of tags.length === 0 ? [undefined] : tags) {
    for (const category of categories.length === 0 ? [undefined] : categories) {
      const query = { ...(tag !== undefined && { tag }), ...(category !== undefined && { category }) }
      for (const entry of reader.entries({ ...query, visibility: 'all', scopes: view.scopes })) {
        if (!isRaw || entry.state === 'active') byId.set(entry.id, entry)
      }
    }
  }
  yield* [...byId.values()].sort(by((entry) => entry.id, byText))
}

interface Ranked {
  readonly id: EntryId
  readonly isUnverified: boolean
  readonly linkRank: number
  readonly created: number
}

const rankOrder = inOrder<Ranked>(
  by((ranked) => Number(ranked.isUnverified), byNumber),
  by((ranked) => ranked.linkRank, byNumber),
  by((ranked) => ranked.created, byNumber),
  by((ranked) => ranked.id, byText),
)

/** Verified first, then what earlier entries lead to most closely, then the oldest. */
function rankMatches(
  reader: StoreReader,
  graph: Graph,
  earlier: readonly EntryId[],
  nodes: readonly EntryId[],
): readonly EntryId[] {
  const ranks = linkRanks(graph, earlier)
  return nodes
    .flatMap((id): readonly Ranked[] => {
      const entry = reader.entry(id)
      if (entry === undefined) return []
      const isUnverified = !isVerified(entry)
      return [{ id, isUnverified, linkRank: ranks.get(id) ?? 3, created: entry.created }]
    })
    .sort(rankOrder)
    .map(({ id }) => id)
}

function linkRanks(graph: Graph, earlier: readonly EntryId[]): ReadonlyMap<EntryId, number> {
  const ranks = new Map<EntryId, number>()
  if (earlier.length === 0) return ranks
  const from = new Set(earlier)
  for (const edges of graph.edgesOf(earlier).values()) {
    for (const edge of edges) {
      if (!from.has(edge.from)) continue
      const isNear = edge.type === 'part-of' || edge.type === 'supports'
      const isLoose = edge.type === 'related' || edge.source === 'inline'
      const rank = isLoose ? 2 : isNear ? 0 : 1
      ranks.set(edge.to, Math.min(rank, ranks.get(edge.to) ?? 3))
    }
  }
  return ranks
}

function isVerified({ custom, extra }: Entry): boolean {
  return custom?.verified === true || extra?.verified === true
}

/** What leads to any of the nodes, by id. */
function listBacklinks(graph: Graph, nodes: readonly EntryId[]): readonly Selected[] {
  const selected = new Set(nodes)
  const found = new Map<EntryId, Selected>()
  for (const edges of graph.edgesOf(nodes).values()) {
    for (const { from, to, via } of edges) {
      if (!selected.has(to) || selected.has(from) || found.has(from)) continue
      found.set(from, { id: from, via: via?.[0] })
    }
  }
  return [...found.values()].sort(by((each) => each.id, byText))
}
