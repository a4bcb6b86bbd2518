import { canonsOf } from '../../compact/canon.ts'
import type { EntryId } from '../../domain/ids.ts'
import { type Link, linkOrder } from '../../domain/link.ts'
import { byText, type Order } from '../../domain/order.ts'
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
  const contracted: Contracted[] = []
  for (const link of links) {
    const from = shownFor(link.from, view)
    const to = shownFor(link.to, view)
    if (from === undefined || to === undefined || from === to) continue
    contracted.push({ from, to, type: link.type, source: link.source, raw: link })
  }
  contracted.sort(contractedOrder)
  const edges: GraphEdge[] = []
  let last: Contracted | undefined
  for (const each of contracted) {
    const isOther = last === undefined || linkOrder(last, each) !== 0
    if (isOther) edges.push(edgeOf(each))
    last = each
  }
  return edges
}

/** A link between nodes, and what it comes from. */
interface Contracted extends Link {
  readonly raw: Link
}

/** Of links that come to the same edge the smallest pair first. */
const contractedOrder: Order<Contracted> = (a, b) =>
  linkOrder(a, b) || byText(a.raw.from, b.raw.from) || byText(a.raw.to, b.raw.to)

function edgeOf({ from, to, type, source, raw }: Contracted): GraphEdge {
  const isRaw = from === raw.from && to === raw.to
  return { from, to, type, source, ...(!isRaw && { via: [raw.from, raw.to] as const }) }
}

/** The entry of the resolved view that an end of a link belongs to; none for what was taken away. */
function shownFor(id: EntryId, view: Canonical): EntryId | undefined {
  const own = view.viewOf(id)
  if (own === undefined || own.hidden?.reason === 'retracted') return undefined
  const canon = view.canon(id)
  const shown = canon === id ? own : view.viewOf(canon)
  // The id of the view, not the link's own copy of it: so each is held once, however many links lead there.
  return shown?.hidden === undefined ? (shown?.id ?? canon) : undefined
}
