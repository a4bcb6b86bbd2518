import type { EntryId } from '../domain/ids.ts'
import type { EntryView } from '../ports/store.ts'

type ViewOf = (id: EntryId) => EntryView | undefined
type Canons = ReadonlyMap<EntryId, EntryId>

/**
 * The entry to look at instead of `id`: the end of its chain of tops. An unknown id is its own. A
 * set of what was visited bounds the walk, whatever the views say.
 */
export function canonOf(id: EntryId, viewOf: ViewOf): EntryId {
  return walkChain(id, viewOf, NONE_KNOWN).end
}

/** The canon of every entry of a view: a chain of any length is walked once. */
export function canonsOf(views: ReadonlyMap<EntryId, EntryView>): Canons {
  const canons = new Map<EntryId, EntryId>()
  const viewOf: ViewOf = (id) => views.get(id)
  for (const [id, { hidden }] of views) {
    if (hidden === undefined) {
      canons.set(id, id)
      continue
    }
    const { end, visited } = walkChain(id, viewOf, canons)
    for (const each of visited) canons.set(each, end)
  }
  return canons
}

const NONE_KNOWN: Canons = new Map()

function walkChain(
  start: EntryId,
  viewOf: ViewOf,
  canons: Canons,
): { readonly end: EntryId; readonly visited: ReadonlySet<EntryId> } {
  const visited = new Set<EntryId>()
  let current = start
  for (;;) {
    const known = canons.get(current)
    if (known !== undefined) return { end: known, visited }
    visited.add(current)
    const next = viewOf(current)?.hidden?.by
    if (next === undefined || next === null) return { end: current, visited }
    if (visited.has(next)) return { end: stopOnCycle(next, viewOf), visited }
    current = next
  }
}

/** A damaged chain leads back to itself: its walk stops at the smallest id, from wherever one enters it. */
function stopOnCycle(start: EntryId, viewOf: ViewOf): EntryId {
  let stop = start
  let current = viewOf(start)?.hidden?.by ?? start
  while (current !== start) {
    if (current < stop) stop = current
    current = viewOf(current)?.hidden?.by ?? start
  }
  return stop
}
