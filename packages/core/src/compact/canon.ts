import type { EntryId } from '../domain/ids.ts'
import type { EntryView } from '../ports/store.ts'

/**
 * The entry to look at instead of `id`: the end of its chain of tops. An unknown id is its own. A
 * set of what was visited bounds the walk, whatever the views say.
 */
export function canonOf(id: EntryId, viewOf: (id: EntryId) => EntryView | undefined): EntryId {
  const visited = new Set<EntryId>()
  let current = id
  for (;;) {
    visited.add(current)
    const next = viewOf(current)?.hidden?.by
    if (next === undefined || next === null) return current
    if (visited.has(next)) return stopOnCycle(next, viewOf)
    current = next
  }
}

/** A damaged chain leads back to itself: its walk stops at the smallest id, from wherever one enters it. */
function stopOnCycle(start: EntryId, viewOf: (id: EntryId) => EntryView | undefined): EntryId {
  let stop = start
  let current = viewOf(start)?.hidden?.by ?? start
  while (current !== start) {
    if (current < stop) stop = current
    current = viewOf(current)?.hidden?.by ?? start
  }
  return stop
}
