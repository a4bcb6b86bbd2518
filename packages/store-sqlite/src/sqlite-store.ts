import type { Store, StoreReader, StoreSize, StoreWriter } from '@varve/core'
import { accessReads, accessWrites } from './access-table.ts'
import { ChangeWatch } from './change-watch.ts'
import { ChangeLog, changeReads } from './changes.ts'
import type { Connection } from './connection.ts'
import { decisionReads, decisionWrites } from './decision-tables.ts'
import { entryReads } from './entry-reads.ts'
import { entryWrites } from './entry-writes.ts'
import { graphReads, graphWrites } from './graph-tables.ts'
import { eventsWithLatest, journalReads } from './journal-reads.ts'
import { journalWrites } from './journal-writes.ts'
import type { LatestRecord } from './latest-record.ts'
import { nearReads, nearWrites } from './near-pairs.ts'
import { remoteReads, remoteWrites } from './remote-tables.ts'
import { rowReads } from './row-reads.ts'
import { isScrubDue, scrub } from './scrub.ts'
import { sessionReads, sessionWrites } from './session-tables.ts'
import { vectorReads, vectorWrites } from './vectors.ts'
import { viewReads } from './view-reads.ts'
import { wordReads } from './word-reads.ts'

export interface StoreIdentity {
  readonly project: string
  /** 16 hex digits. */
  readonly client: string
}

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

export function createSqliteStore(
  connection: Connection,
  identity: StoreIdentity,
  mostCounted?: number,
): SqliteStore {
  const watch = new ChangeWatch(connection)
  const entries = entryReads(connection, watch)
  const reads: StoreReader = {
    ...identity,
    ...journalReads(connection),
    ...entries,
    ...rowReads(connection, watch),
    ...viewReads(connection, watch),
    ...wordReads(connection, watch, entries, mostCounted),
    ...graphReads(connection),
    ...decisionReads(connection, watch),
    ...nearReads(connection),
    ...changeReads(connection),
    ...vectorReads(connection),
    ...sessionReads(connection),
    ...accessReads(connection),
    ...remoteReads(connection),
    size: () => storeSize(connection),
    headCount: (most) =>
      connection.get<{ n: number }>(
        'SELECT count(*) AS n FROM (SELECT 1 FROM entries WHERE hidden = 0 LIMIT ?)',
        most,
      )?.n ?? 0,
  }
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

function storeSize(connection: Connection): StoreSize {
  const size = connection.get<StoreSize>(
    `SELECT (SELECT count(*) FROM entries) AS entries,
       (SELECT count(*) FROM entries WHERE hidden = 0) AS heads,
       (SELECT count(*) FROM records) AS records`,
  )
  return { entries: 0, heads: 0, records: 0, ...size }
}

function fileProblems(connection: Connection): readonly string[] {
  return connection
    .all<{ integrity_check: string }>('PRAGMA integrity_check(100)')
    .map((row) => row.integrity_check)
    .filter((problem) => problem !== 'ok')
}
