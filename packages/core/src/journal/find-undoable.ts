import type { EntryId, RecordId } from '../domain/ids.ts'
import type { StoredOperation } from '../domain/operation.ts'
import type { JournalRecord } from '../domain/record.ts'
import { isPurge } from '../domain/session.ts'
import type { StoreReader } from '../ports/store.ts'
import { listGroups } from './record-group.ts'
import { listUndone } from './undone.ts'

/** The newest record that `undo` without an id means: of a group, the newest that made it. */
export function findUndoable(reader: StoreReader, group?: EntryId): RecordId | undefined {
  const undone = listUndone(reader)
  return findNewest(reader, group, ({ id, stage }) => {
    if (stage === 'undo' || undone.has(id)) return false
    const record = reader.record(id)
    if (record === undefined || erases(record)) return false
    return group === undefined || listGroups(record).includes(group)
  })
}

/** The newest undo that `redo` without an id means, or undefined. */
export function findRedoable(reader: StoreReader): RecordId | undefined {
  const undone = listUndone(reader)
  const undos = new Set(reader.records({ stage: 'undo' }).map((record) => record.id))
  return findNewest(
    reader,
    undefined,
    (record) =>
      undos.has(record.id) && !undone.has(record.id) && !(record.undoes ?? []).some((id) => undos.has(id)),
  )
}

const PAGE = 50

/** Walks back in pages: the wanted record is nearly always among the newest. */
function findNewest(
  reader: StoreReader,
  entry: EntryId | undefined,
  isWanted: (record: ReturnType<StoreReader['records']>[number]) => boolean,
): RecordId | undefined {
  for (let limit = PAGE; ; limit *= 4) {
    const page = reader.records({ newestFirst: true, limit, ...(entry !== undefined && { entry }) })
    const found = page.find(isWanted)
    if (found || page.length < limit) return found?.id
  }
}

/**
 * A purge can't be taken back, nor can a record of which it left nothing. What other records wrote of a
 * purged entry is gone with it, and the rest of them can still be taken back.
 */
export function erases(record: JournalRecord | undefined): boolean {
  const operations = record?.operations ?? []
  return (
    operations.some((operation) => operation.op === 'purge' || isSessionPurge(operation)) ||
    (operations.length > 0 && operations.every(({ op }) => op === 'erased'))
  )
}

function isSessionPurge(operation: StoredOperation): boolean {
  return operation.op === 'session.mark' && isPurge(operation)
}
