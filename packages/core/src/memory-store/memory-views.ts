import type { EntryId } from '../domain/ids.ts'
import { by, byText } from '../domain/order.ts'
import type { EntryView, ViewReads, ViewWrites } from '../ports/store.ts'
import { jsonCopy } from './json-copy.ts'
import type { StoredEntries } from './stored-entry.ts'
import type { UndoableMap } from './undoable-map.ts'

export type StoredViews = UndoableMap<EntryId, EntryView>

/** How the entries of a memory store stand in the resolved view. */
export function memoryViews(
  views: StoredViews,
  entries: StoredEntries,
  noteChange: (id: EntryId) => void,
): ViewReads & ViewWrites {
  const viewsWhere = (holds: (view: EntryView) => boolean) =>
    views
      .values()
      .filter(holds)
      .sort(by((view) => view.id, byText))
  return {
    view: (id) => views.get(id),
    views(ids) {
      const wanted = ids === undefined ? undefined : new Set(ids)
      return viewsWhere((view) => wanted?.has(view.id) ?? true)
    },
    hiddenBy(tops) {
      const wanted = new Set<EntryId | null | undefined>(tops)
      return viewsWhere(({ hidden }) => hidden !== undefined && hidden.by !== null && wanted.has(hidden.by))
    },
    putViews(given) {
      for (const view of given) {
        if (!entries.has(view.id)) continue
        noteChange(view.id)
        views.set(view.id, jsonCopy(view))
      }
    },
    dropViews(ids) {
      for (const id of ids) {
        noteChange(id)
        views.delete(id)
      }
    },
  }
}
