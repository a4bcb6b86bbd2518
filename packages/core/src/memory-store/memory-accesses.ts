import { dayOf } from '../domain/instant.ts'
import { type Access, type AccessReads, type AccessWrites, accessOrder } from '../ports/store.ts'
import { UndoableMap, type UndoLog } from './undoable-map.ts'

/** The uses of a memory store's entries. */
export function memoryAccesses(log: UndoLog): AccessReads & AccessWrites {
  const known = new UndoableMap<string, Access>(log)
  return {
    accesses: (query = {}) =>
      known
        .values()
        .filter(({ entry }) => query.entry === undefined || entry === query.entry)
        .sort(accessOrder),
    putAccesses(accesses) {
      for (const access of accesses) {
        const { entry, at, session, kind } = access
        const key = JSON.stringify([entry, dayOf(at), session, kind])
        if (known.get(key) === undefined) known.set(key, { ...access })
      }
    },
  }
}
