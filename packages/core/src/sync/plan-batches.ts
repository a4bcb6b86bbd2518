import type { JournalRecord } from '../domain/record.ts'
import type { ProjectionChange } from '../ports/carrier.ts'
import type { WaitingRecord } from './waiting-records.ts'

/** What one call takes at most. */
const RECORDS = 500
const BYTES = 4 * 1024 * 1024
const ROWS = 1000

export interface Batch {
  readonly records: readonly JournalRecord[]
  readonly change: ProjectionChange
}

const NO_CHANGE: ProjectionChange = { rows: [], gone: [] }

/**
 * Records and the change of the projection in calls of a bearable size. The last call has records in it: as
 * long as one waits, what is left of the projection is sent again.
 */
export function planBatches(
  waiting: readonly WaitingRecord[],
  change: ProjectionChange | undefined,
): readonly Batch[] {
  const records = splitRecords(waiting)
  const changes = change === undefined ? [] : splitChange(change)
  const count = Math.max(records.length, changes.length)
  return Array.from({ length: count }, (_, index) => ({
    records: records[index - (count - records.length)] ?? [],
    change: changes[index - (count - changes.length)] ?? NO_CHANGE,
  }))
}

function splitRecords(waiting: readonly WaitingRecord[]): readonly (readonly JournalRecord[])[] {
  const batches: JournalRecord[][] = []
  let room = 0
  for (const { record, bytes } of waiting) {
    const last = batches.at(-1)
    if (last === undefined || bytes > room || last.length === RECORDS) {
      batches.push([record])
      room = BYTES - bytes
    } else {
      last.push(record)
      room -= bytes
    }
  }
  return batches
}

function splitChange({ rows, gone }: ProjectionChange): readonly ProjectionChange[] {
  const count = Math.ceil(Math.max(rows.length, gone.length) / ROWS)
  return Array.from({ length: count }, (_, index) => ({
    rows: rows.slice(index * ROWS, (index + 1) * ROWS),
    gone: gone.slice(index * ROWS, (index + 1) * ROWS),
  }))
}
