import type { EntryId } from '../../domain/ids.ts'
import { type Link, linkOrder } from '../../domain/link.ts'
import { byText } from '../../domain/order.ts'

/** A link as a view shows it. */
export interface GraphEdge extends Link {
  /** The smallest pair of ends in the raw graph that it comes from, where that is another. */
  readonly via?: readonly [from: EntryId, to: EntryId]
}

/** Entries and the links between them, as a view shows both. */
export interface LinkGraph {
  /** Sorted. */
  readonly nodes: readonly EntryId[]
  /** By from, type, to, source; each once. */
  readonly edges: readonly GraphEdge[]
}

/** The raw graph: every entry for itself. Links to what isn't there are left out. */
export function rawGraph(ids: Iterable<EntryId>, links: Iterable<Link>): LinkGraph {
  const known = new Set(ids)
  return {
    nodes: [...known].sort(byText),
    edges: [...links].filter(({ from, to }) => known.has(from) && known.has(to)).sort(linkOrder),
  }
}
