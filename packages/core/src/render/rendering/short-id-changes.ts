import type { EntryId } from '../../domain/ids.ts'
import { idAtPlace, type OrderedIds, placeOfId, shortIdAtPlace } from './find-place.ts'

/**
 * Ids that stay and whose short id is another one now that ids came or went. Only neighbours of those
 * can be concerned. `moved` came or went, in text order.
 */
export function shortIdChanges(
  before: OrderedIds,
  after: OrderedIds,
  moved: readonly EntryId[],
): readonly EntryId[] {
  // All of them are new: none stays.
  if (before.order.length === 0) return []
  const changed = new Set<EntryId>()
  const isMoved = new Set(moved)
  for (const id of moved) {
    const place = placeOfId(after, id)
    for (const near of [place - 1, place, place + 1]) {
      const neighbour = idAtPlace(after, near)
      if (neighbour === undefined || isMoved.has(neighbour)) continue
      const old = placeOfId(before, neighbour)
      if (shortIdAtPlace(before, old) !== shortIdAtPlace(after, near)) changed.add(neighbour)
    }
  }
  return [...changed]
}
