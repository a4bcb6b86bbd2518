import type { EntryId, OpenView } from '@varve/core'

/** What is shown because something under it has a tag, and which: of several the smallest id. */
export function findTaggedUnder(view: OpenView, tag: string): ReadonlyMap<EntryId, EntryId> {
  const via = new Map<EntryId, EntryId>()
  for (const { id } of view.entries({ visibility: 'hidden', tag, sort: 'id' })) {
    const shown = shownFor(view, id)
    if (shown !== undefined && !via.has(shown)) via.set(shown, id)
  }
  return via
}

/** Nothing is shown for what was retracted or forgotten. */
function shownFor(view: OpenView, id: EntryId): EntryId | undefined {
  const top = view.canon(id)
  return top === id || view.viewOf(top)?.hidden !== undefined ? undefined : top
}
