import type { RecordId } from '../domain/ids.ts'
import { byText } from '../domain/order.ts'
import type { RemoteReads, RemoteState, RemoteWrites, StoredRecord } from '../ports/store.ts'
import { UndoableMap, type UndoLog } from './undoable-map.ts'

/** How far a memory store has come with carriers. `records` lists its journal, by id. */
export function memoryRemotes(
  log: UndoLog,
  records: () => readonly StoredRecord[],
): RemoteReads & RemoteWrites {
  const remotes = new UndoableMap<string, RemoteState>(log)
  const carried = new UndoableMap<string, number>(log)
  const keyOf = (name: string, id: RecordId) => `${name} ${id}`
  return {
    remote: (name) => remotes.get(name),
    remotes: () =>
      remotes
        .entries()
        .map(([name]) => name)
        .sort(byText),
    uncarried: (name) =>
      records().flatMap(({ id }) => (carried.get(keyOf(name, id)) === undefined ? [id] : [])),
    carriedAt(name, ids) {
      const found = new Map<RecordId, number>()
      for (const id of ids) {
        const at = carried.get(keyOf(name, id))
        if (at !== undefined) found.set(id, at)
      }
      return found
    },
    forgetRemote(name) {
      remotes.delete(name)
      for (const [key] of carried.entries()) if (key.startsWith(`${name} `)) carried.delete(key)
    },
    putRemote: (name, state) => remotes.set(name, { ...state }),
    putCarried(name, marks) {
      const known = new Set(records().map(({ id }) => id))
      for (const [id, at] of marks) if (known.has(id)) carried.set(keyOf(name, id), at)
    },
  }
}
