import type { Store, StoreReader, StoreWriter } from '@varve/core'
import { accessWrites } from './access-table.ts'
import { ChangeLog } from './changes.ts'
import type { Connection } from './connection.ts'
import { decisionWrites } from './decision-tables.ts'
import { entryWrites } from './entry-writes.ts'
import { graphWrites } from './graph-tables.ts'
import { eventsWithLatest } from './journal-reads.ts'
import { journalWrites } from './journal-writes.ts'
import type { LatestRecord } from './latest-record.ts'
import { nearWrites } from './near-pairs.ts'
import { remoteWrites } from './remote-tables.ts'
import { isScrubDue, scrub } from './scrub.ts'
import { sessionWrites } from './session-tables.ts'
import { type StoreIdentity, sqliteReads } from './sqlite-reads.ts'
import { vectorWrites } from './vectors.ts'

/** The local store, with what `varve doctor` asks of it beyond the port. */
export interface SqliteStore extends Store {
  readonly path: string
  /** What SQLite finds wrong with its own file; empty where it is sound. Reads all of the file. */
  fileProblems(): readonly string[]
  /** False where the file or its folder may only be read. Writes nothing, and doesn't wait. */
  isWritable(): boolean
  /** Whether a purge was not followed by a whole `scrub`. */
  isScrubDue(): boolean
}

export function createSqliteStore(connection: Connection, identity: StoreIdentity): SqliteStore {
  const reads = sqliteReads(connection, identity)
  return {
    ...reads,
    path: connection.path,
    snapshot: (work) => connection.snapshot(work),
    transact: (label, work, durability) =>
      connection.transact(label, () => writeWith(connection, reads, work), durability),
    noteAccesses: (accesses) =>
      connection.transactAtOnce(() => accessWrites(connection).putAccesses(accesses)),
    scrub: () => scrub(connection),
    fileProblems: () => fileProblems(connection),
    isWritable: () => connection.isWritable(),
    isScrubDue: () => isScrubDue(connection),
    close: () => connection.close(),
  }
}

function writeWith<T>(connection: Connection, reads: StoreReader, work: (writer: StoreWriter) => T): T {
  const changes = new ChangeLog(connection)
  const result = work(createWriter(connection, reads, changes))
  changes.flush(reads.head() ?? '')
  return result
}

/** One a transaction: what it remembers of its own writes must not outlive a rollback. */
function createWriter(connection: Connection, reads: StoreReader, changes: ChangeLog): StoreWriter {
  const latest: LatestRecord = {}
  return {
    ...reads,
    ...journalWrites(connection, latest),
    events: (entity) => eventsWithLatest(connection, latest, entity),
    ...entryWrites(connection, { latest, changes, words: new Set() }),
    ...graphWrites(connection),
    ...decisionWrites(connection),
    ...nearWrites(connection),
    ...vectorWrites(connection),
    ...sessionWrites(connection),
    ...accessWrites(connection),
    ...remoteWrites(connection),
  }
}

function fileProblems(connection: Connection): readonly string[] {
  return connection
    .all<{ integrity_check: string }>('PRAGMA integrity_check(100)')
    .map((row) => row.integrity_check)
    .filter((problem) => problem !== 'ok')
}
