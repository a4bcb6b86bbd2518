import type { EntryId } from '../domain/ids.ts'
import { byText } from '../domain/order.ts'
import type { ChangeReads, Moment } from '../ports/store.ts'
import { UndoableMap, type UndoLog } from './undoable-map.ts'

type ChangeMethods = ChangeReads & {
  /** Called wherever the entry's row or view is written. */
  noteChange(id: EntryId): void
}

/** When which entries of a memory store were written last. */
export function memoryChanges(log: UndoLog): ChangeMethods {
  const changed = new UndoableMap<EntryId, number>(log)
  // Never taken back: a change too many is no harm, two changes of one number would be.
  let changes = 0
  return {
    noteChange: (id) => changed.set(id, ++changes),
    moment: () => String(changes) as Moment,
    changedSince(moment) {
      const since = Number(moment)
      if (Number.isNaN(since)) return undefined
      return changed
        .entries()
        .filter(([, at]) => at > since)
        .map(([id]) => id)
        .sort(byText)
    },
  }
}
