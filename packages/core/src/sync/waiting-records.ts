import type { EntryId, RecordId } from '../domain/ids.ts'
import type { Issue } from '../domain/issue.ts'
import { entriesOf } from '../domain/operation.ts'
import type { JournalRecord } from '../domain/record.ts'
import { utf8Length } from '../domain/utf8.ts'
import type { Carrier } from '../ports/carrier.ts'
import type { StoreReader } from '../ports/store.ts'
import { isShared } from './is-shared.ts'

/** The most that one record may take on its way. */
const RECORD_BYTES = 1024 * 1024

export interface WaitingRecord {
  readonly record: JournalRecord
  readonly bytes: number
}

export interface WaitingRecords {
  /** What the carrier lacks and may have, by id. */
  readonly records: readonly WaitingRecord[]
  /** What stays here for good. */
  readonly kept: readonly RecordId[]
  /** Entries of which records say something that can't be sent. */
  readonly withheld: ReadonlySet<EntryId>
  /** What can't be sent. */
  readonly issues: readonly Issue[]
}

/** What waits to be given to a carrier. A folder takes a record of any size, and the marks of sessions with it. */
export function listWaiting(reader: StoreReader, carrier: Carrier): WaitingRecords {
  const records: WaitingRecord[] = []
  const kept: RecordId[] = []
  const withheld = new Set<EntryId>()
  const issues: Issue[] = []
  for (const id of carrier.outgoing(reader)) {
    const record = reader.record(id)
    if (record === undefined) continue
    const bytes = carrier.isNumbered ? utf8Length(JSON.stringify(record)) : 0
    if (carrier.isNumbered && !isShared(record)) kept.push(id)
    else if (bytes > RECORD_BYTES) {
      issues.push(tooLarge(record, bytes))
      for (const operation of record.operations) for (const each of entriesOf(operation)) withheld.add(each)
    } else records.push({ record, bytes })
  }
  return { records, kept, withheld, issues }
}

/** How many records wait for a carrier of this name. */
export function countWaiting(reader: StoreReader, remote: string): number {
  return reader.uncarried(remote).filter((id) => {
    const record = reader.record(id)
    return record !== undefined && isShared(record)
  }).length
}

function tooLarge({ id, command }: JournalRecord, bytes: number): Issue {
  const mib = (bytes / RECORD_BYTES).toFixed(1)
  return {
    code: 'record_too_large',
    severity: 'warning',
    subjects: [id],
    message: `${id} (${command}) takes ${mib} MiB; a team's server takes one at most, so it stays here`,
    fix: ['varve knowledge sync --dir .varve/journal'],
  }
}
