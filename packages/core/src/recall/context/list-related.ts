import type { OpenView } from '../../compact/open-view.ts'
import type { EntryId } from '../../domain/ids.ts'
import { by, byNumber, byText, inOrder, reversed } from '../../domain/order.ts'
import type { StoreReader } from '../../ports/store.ts'
import type { Graph } from '../graph/graph.ts'
import { listLike } from '../search/list-like.ts'
import type { Selected } from './selection.ts'

/** So many entries are brought in by one. */
const MOST_EACH = 5

interface RelatedSource {
  readonly reader: StoreReader
  readonly view: OpenView
  readonly graph: Graph
  readonly isRaw: boolean
}

interface Related extends Selected {
  readonly cosine: number
}

const likestFirst = inOrder<Related>(
  reversed(by(({ cosine }) => cosine, byNumber)),
  by(({ id }) => id, byText),
)

/**
 * What says something like any of the nodes, the likest first. A digest is as like as the likest of what
 * it stands for, on either side.
 */
export function listRelated(
  source: RelatedSource,
  nodes: readonly EntryId[],
  least: number,
): readonly Selected[] {
  const taken = new Set(nodes)
  const best = new Map<EntryId, Related>()
  for (const node of nodes) {
    for (const related of relatedTo(source, node, least)) keepBest(best, related)
  }
  return [...best.values()].filter(({ id }) => !taken.has(id)).sort(likestFirst)
}

function relatedTo(
  { reader, view, graph, isRaw }: RelatedSource,
  node: EntryId,
  least: number,
): readonly Related[] {
  const best = new Map<EntryId, Related>()
  for (const entry of reader.entries({ visibility: 'all', ids: isRaw ? [node] : membersOf(view, node) })) {
    const like = listLike(reader, view.scopes, entry, least)
    const nodeOf = graph.nodesOf(like.map(({ entry: { id } }) => id))
    for (const {
      entry: { id },
      cosine,
    } of like) {
      const shown = nodeOf.get(id)
      if (shown !== undefined && shown !== node) keepBest(best, { id: shown, via: id, cosine })
    }
  }
  return [...best.values()].sort(likestFirst).slice(0, MOST_EACH)
}

/** The likest; of equally like ones the entry itself, then the smallest member. */
function keepBest(best: Map<EntryId, Related>, related: Related): void {
  const { id, via = id, cosine } = related
  const known = best.get(id)
  const isBetter =
    known === undefined ||
    cosine > known.cosine ||
    (cosine === known.cosine && known.via !== id && (via === id || byText(via, known.via ?? id) < 0))
  if (isBetter) best.set(id, related)
}

/** A node and all that it stands for. */
function membersOf(view: OpenView, node: EntryId): readonly EntryId[] {
  const members = new Set([node])
  for (let layer: readonly EntryId[] = [node]; layer.length > 0; ) {
    layer = view.hiddenBy(layer).flatMap(({ id }) => (members.has(id) ? [] : [id]))
    for (const id of layer) members.add(id)
  }
  return [...members]
}
