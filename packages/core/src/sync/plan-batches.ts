import type { JournalRecord } from '../domain/record.ts'
import { utf8Length } from '../domain/utf8.ts'
import type { ProjectionChange } from '../ports/carrier.ts'
import { isEmptyChange, NO_CHANGE } from './projection-change.ts'
import type { WaitingRecord } from './waiting-records.ts'

/** What one call takes at most: records, and rows of the projection. */
export const CALL_RECORDS = 500
export const CALL_ROWS = 1000
const BYTES = 4 * 1024 * 1024

export interface Batch {
  readonly records: readonly JournalRecord[]
  readonly change: ProjectionChange
}

/**
 * Records and the change of the projection in calls of a bearable size. The last call has records in it: as
 * long as one waits, what is left of the projection is sent again.
 */
export function planBatches(waiting: readonly WaitingRecord[], change: ProjectionChange): readonly Batch[] {
  const records = splitRecords(waiting)
  const changes = isEmptyChange(change) ? [] : splitChange(change)
  const count = Math.max(records.length, changes.length)
  return Array.from({ length: count }, (_, index) => ({
    records: records[index - (count - records.length)] ?? [],
    change: changes[index - (count - changes.length)] ?? NO_CHANGE,
  }))
}

function splitRecords(waiting: readonly WaitingRecord[]): readonly (readonly JournalRecord[])[] {
  return splitByBytes(waiting, CALL_RECORDS, ({ bytes }) => bytes).map((batch) =>
    batch.map(({ record }) => record),
  )
}

function splitChange({ rows, gone }: ProjectionChange): readonly ProjectionChange[] {
  const ofRows = splitByBytes(rows, CALL_ROWS, ({ content }) => utf8Length(content))
  const ofGone = splitByBytes(gone, CALL_ROWS, () => 0)
  return Array.from({ length: Math.max(ofRows.length, ofGone.length) }, (_, index) => ({
    rows: ofRows[index] ?? [],
    gone: ofGone[index] ?? [],
  }))
}

/** So many at most in one, and of so many bytes where it is more than one. */
function splitByBytes<T>(
  all: readonly T[],
  most: number,
  bytesOf: (one: T) => number,
): readonly (readonly T[])[] {
  const batches: T[][] = []
  let room = 0
  for (const one of all) {
    const bytes = bytesOf(one)
    const last = batches.at(-1)
    if (last === undefined || bytes > room || last.length === most) {
      batches.push([one])
      room = BYTES - bytes
    } else {
      last.push(one)
      room -= bytes
    }
  }
  return batches
}
