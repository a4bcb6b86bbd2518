import type { RecordId } from '../domain/ids.ts'
import type { StoreReader } from '../ports/store.ts'

/**
 * Of each record that is undone now, the record that undid it. An undo that was itself undone counts
 * for nothing, so the newest are looked at first.
 */
export function listUndone(reader: Pick<StoreReader, 'records'>): ReadonlyMap<RecordId, RecordId> {
  const undone = new Map<RecordId, RecordId>()
  for (const record of reader.records({ stage: 'undo', newestFirst: true })) {
    if (undone.has(record.id)) continue
    for (const target of record.undoes ?? []) if (!undone.has(target)) undone.set(target, record.id)
  }
  return undone
}
