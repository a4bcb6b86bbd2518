import type { EntryId, RecordId } from '../domain/ids.ts'
import type { Issue } from '../domain/issue.ts'
import { entryEntity } from '../domain/operation.ts'
import { sortedUnique } from '../domain/order.ts'
import type { Carrier } from '../ports/carrier.ts'
import type { StoreReader } from '../ports/store.ts'

/** Takes the text of purged entries out of a carrier's journal too, as far as this replica may. */
export async function erasePurged(
  reader: StoreReader,
  carrier: Carrier,
  purged: readonly EntryId[],
): Promise<readonly Issue[]> {
  if (purged.length === 0 || !carrier.isNumbered) return []
  const ids = sortedUnique(
    purged.flatMap((id) => reader.records({ entity: entryEntity(id) }).map((record) => record.id)),
  ) as RecordId[]
  const at = reader.carriedAt(carrier.remote, ids)
  const numbered = ids.flatMap((id) => {
    const number = at.get(id)
    const record = number === undefined || number === 0 ? undefined : reader.record(id)
    const isErased = record?.operations.some(({ op }) => op === 'erased') ?? false
    return record !== undefined && number !== undefined && isErased ? [{ at: number, record }] : []
  })
  if (numbered.length === 0 || (await carrier.erase(numbered))) return []
  return [purgePending(purged, carrier.shown)]
}

/** Said where others have to do what a purge began. */
export function purgePending(purged: readonly (EntryId | RecordId)[], shown: string): Issue {
  return {
    code: 'purge_pending',
    severity: 'warning',
    subjects: purged,
    message: `${shown} still has the text of what was purged: only an owner may erase it there`,
    fix: ['varve knowledge sync --full'],
  }
}
