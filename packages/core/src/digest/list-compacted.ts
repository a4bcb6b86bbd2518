import type { EntryId } from '../domain/ids.ts'
import { by, byNumber, byText, inOrder } from '../domain/order.ts'
import { treeUnder } from './lineage/frontier.ts'
import type { Digests } from './lineage/open-digests.ts'

/** An entry under a digest, and the digest that it is a direct source of. */
export interface Compacted {
  readonly id: EntryId
  readonly from: EntryId
  readonly depth: number
}

const nearestFirst = inOrder<Compacted>(
  by(({ depth }) => depth, byNumber),
  by(({ id }) => id, byText),
)

/** What lies under a digest down to a depth: breadth first, then by id; each entry once, where it is nearest. */
export function listCompacted(digests: Digests, digest: EntryId, depth: number): readonly Compacted[] {
  return treeUnder(digests, digest, depth)
    .flatMap((step) => (step.seen ? [] : [{ id: step.to, from: step.from, depth: step.depth }]))
    .sort(nearestFirst)
}
