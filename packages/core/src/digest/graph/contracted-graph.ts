import { canonsOf } from '../../compact/canon.ts'
import type { EntryId } from '../../domain/ids.ts'
import { type Link, linkOrder } from '../../domain/link.ts'
import { by, byText, inOrder } from '../../domain/order.ts'
import type { EntryView } from '../../ports/store.ts'
import type { GraphEdge, LinkGraph } from './link-graph.ts'

/**
 * The contracted graph of a resolved view: nodes are what is shown, and what is hidden lends its
 * links to what is shown instead of it.
 *
 *     a ─supports→ c
 *     b ─supports→ c      D digests a, b      D ─supports→ c (via a → c)
 *     a ─related─→ b
 *
 * Two entries that links of the raw graph join are one node or joined here, but for paths through
 * what a person retracted or forgot.
 */
export function contractedGraph(views: ReadonlyMap<EntryId, EntryView>, links: Iterable<Link>): LinkGraph {
  const canons = canonsOf(views)
  const nodes = [...views.values()].filter((view) => view.hidden === undefined).map(({ id }) => id)
  return {
    nodes: nodes.sort(byText),
    edges: contractLinks(links, {
      viewOf: (id) => views.get(id),
      canon: (id) => canons.get(id) ?? id,
    }),
  }
}

/** What contraction needs to know of a view. */
export interface Canonical {
  viewOf(id: EntryId): EntryView | undefined
  canon(id: EntryId): EntryId
}

/**
 * The edges of the contracted graph that the given links make. Links of a part of the store give that
 * part's edges; their `via` is the least only where all links of the members at both ends are given.
 */
export function contractLinks(links: Iterable<Link>, view: Canonical): readonly GraphEdge[] {
  const edges = new Map<string, GraphEdge>()
  for (const link of [...links].sort(rawPairOrder)) {
    const from = shownFor(link.from, view)
    const to = shownFor(link.to, view)
    if (from === undefined || to === undefined || from === to) continue
    const { type, source } = link
    const key = `${from} ${type} ${to} ${source}`
    if (edges.has(key)) continue
    const isRaw = from === link.from && to === link.to
    edges.set(key, { from, to, type, source, ...(!isRaw && { via: [link.from, link.to] as const }) })
  }
  return [...edges.values()].sort(linkOrder)
}

/** The entry of the resolved view that an end of a link belongs to; none for what was taken away. */
function shownFor(id: EntryId, view: Canonical): EntryId | undefined {
  const own = view.viewOf(id)
  if (own === undefined || own.hidden?.reason === 'retracted') return undefined
  const canon = view.canon(id)
  return view.viewOf(canon)?.hidden === undefined ? canon : undefined
}

const rawPairOrder = inOrder<Link>(
  by((link) => link.from, byText),
  by((link) => link.to, byText),
)
