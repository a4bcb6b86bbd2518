import type { GraphEdge } from '../../digest/graph/link-graph.ts'
import type { EntryId } from '../../domain/ids.ts'
import { by, byNumber, byText, inOrder } from '../../domain/order.ts'
import type { StoreReader } from '../../ports/store.ts'
import type { Graph } from '../graph/graph.ts'
import type { Selected } from './selection.ts'

/** What a collection leads to: as its text names them, then what it only states. Breadth first where transitive. */
export function listRootLinks(
  reader: StoreReader,
  graph: Graph,
  root: EntryId,
  isTransitive: boolean,
): readonly Selected[] {
  const seen = new Set<EntryId>([root])
  const found: Selected[] = []
  let layer: readonly EntryId[] = [root]
  while (layer.length > 0) {
    const edges = graph.edgesOf(layer)
    const next: EntryId[] = []
    for (const node of layer) {
      const outbound = (edges.get(node) ?? []).filter(({ from }) => from === node)
      for (const { to, via } of sortAsNamed(reader.entry(node)?.content ?? '', outbound)) {
        if (seen.has(to)) continue
        seen.add(to)
        next.push(to)
        found.push({ id: to, via: via?.[1] })
      }
    }
    layer = isTransitive ? next : []
  }
  return found
}

function sortAsNamed(content: string, edges: readonly GraphEdge[]): readonly GraphEdge[] {
  const placed = edges.map((edge) => {
    const at = edge.source === 'inline' ? content.indexOf(edge.via?.[1] ?? edge.to) : -1
    return { edge, at: at < 0 ? Infinity : at }
  })
  const order = inOrder<(typeof placed)[number]>(
    (a, b) => (a.at === b.at ? 0 : byNumber(a.at, b.at)),
    by(({ edge }) => edge.type, byText),
    by(({ edge }) => edge.to, byText),
  )
  return placed.sort(order).map(({ edge }) => edge)
}
