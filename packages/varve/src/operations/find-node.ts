import { type EntryId, VarveError } from '@varve/core'
import type { Graph } from '@varve/core/recall'

/** The node that an entry is shown as. Throws where it is shown nowhere: retracted, forgotten, another branch's. */
export function findNode(graph: Graph, asked: EntryId): EntryId {
  const node = graph.nodeOf(asked)
  if (node !== undefined) return node
  throw new VarveError('not_found', `${asked} is hidden, and nothing stands in for it`, {
    subjects: [asked],
    fix: [`varve show ${asked} --raw`],
  })
}
