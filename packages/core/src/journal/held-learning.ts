import type { EntryId } from '../domain/ids.ts'
import type { Learning } from '../domain/learning.ts'
import { sortedUnique } from '../domain/order.ts'
import type { EntryView } from '../ports/store.ts'

/** How entries stand, as a view or a store tells it. */
export interface Standings {
  viewsOf(ids: Iterable<EntryId>): ReadonlyMap<EntryId, EntryView>
  hiddenBy(tops: Iterable<EntryId>): readonly EntryView[]
}

/** What says otherwise under the key of each of these, shown or hidden, until a person has settled it. */
export function listContradictions(
  standings: Standings,
  ids: readonly EntryId[],
): ReadonlyMap<EntryId, readonly EntryId[]> {
  const found = new Map<EntryId, readonly EntryId[]>()
  const note = (id: EntryId, other: EntryId) => {
    found.set(id, sortedUnique([...(found.get(id) ?? []), other]) as EntryId[])
  }
  for (const { id, hidden } of standings.hiddenBy(ids)) {
    if (hidden?.reason === 'contradicted' && hidden.by !== null) note(hidden.by, id)
  }
  for (const [id, { hidden }] of standings.viewsOf(ids)) {
    if (hidden?.reason === 'contradicted' && hidden.by !== null) note(id, hidden.by)
  }
  return found
}

/** A learning that something contradicts isn't promoted by its scores; what a person decided stands. */
export function heldLearning(learning: Learning, contradictions: readonly EntryId[] = []): Learning {
  const isHeld =
    contradictions.length > 0 && learning.override === undefined && learning.status === 'promoted'
  return isHeld ? { ...learning, status: 'observed' } : learning
}
