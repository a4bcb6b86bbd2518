import type { EntryId } from '../domain/ids.ts'
import type { Carrier, ProjectedEntry, ProjectionChange } from '../ports/carrier.ts'
import type { Moment, StoreReader } from '../ports/store.ts'
import { projectAll, projectEntry } from './project-entry.ts'

/**
 * What has to change in a carrier's projection since it was as this replica would make it; where that can't
 * be told any more, all of it. A row too many is no harm.
 */
export async function projectionChange(
  reader: StoreReader,
  carrier: Carrier,
  since: Moment | undefined,
): Promise<ProjectionChange> {
  if (!carrier.isNumbered) return { rows: [], gone: [] }
  const changed = since === undefined ? undefined : reader.changedSince(since)
  if (changed === undefined) {
    const rows = projectAll(reader)
    const there = new Set(rows.map(({ id }) => id))
    return { rows, gone: (await carrier.projected()).filter((id) => !there.has(id)) }
  }
  const rows: ProjectedEntry[] = []
  const gone: EntryId[] = []
  for (const id of changed) {
    const row = projectEntry(reader, id)
    if (row === undefined) gone.push(id)
    else rows.push(row)
  }
  return { rows, gone }
}

export function isEmptyChange({ rows, gone }: ProjectionChange): boolean {
  return rows.length === 0 && gone.length === 0
}
