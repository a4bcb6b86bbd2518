import type { EntryId } from '../../domain/ids.ts'
import { shortIdAt } from '../short-ids.ts'
import { rowOf } from './row-of.ts'

/**
 * Ids that stay and whose short id is another one now that ids came or went. Only neighbours of those
 * can be concerned. `before` and `after` are in text order; `moved` came or went, in text order.
 */
export function shortIdChanges(
  before: readonly EntryId[],
  after: readonly EntryId[],
  moved: readonly EntryId[],
): readonly EntryId[] {
  const changed = new Set<EntryId>()
  const isMoved = new Set(moved)
  for (const id of moved) {
    const place = rowOf(after, id)
    for (const row of [place - 1, place, place + 1]) {
      const neighbour = after[row]
      if (neighbour === undefined || isMoved.has(neighbour)) continue
      const old = rowOf(before, neighbour)
      if (shortIdAt(before, old) !== shortIdAt(after, row)) changed.add(neighbour)
    }
  }
  return [...changed]
}
