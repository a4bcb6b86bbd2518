import type { StoreReader, StoreSize } from '@varve/core'
import { accessReads } from './access-table.ts'
import { ChangeWatch } from './change-watch.ts'
import { changeReads } from './changes.ts'
import type { Connection } from './connection.ts'
import { decisionReads } from './decision-tables.ts'
import { entryReads } from './entry-reads.ts'
import { graphReads } from './graph-tables.ts'
import { journalReads } from './journal-reads.ts'
import { nearReads } from './near-pairs.ts'
import { remoteReads } from './remote-tables.ts'
import { rowReads } from './row-reads.ts'
import { sessionReads } from './session-tables.ts'
import { vectorReads } from './vectors.ts'
import { viewReads } from './view-reads.ts'
import { wordReads } from './word-reads.ts'

export interface StoreIdentity {
  readonly project: string
  /** 16 hex digits. */
  readonly client: string
}

/** All that is read of a store. */
export function sqliteReads(
  connection: Connection,
  identity: StoreIdentity,
  mostCounted?: number,
): StoreReader {
  const watch = new ChangeWatch(connection)
  const entries = entryReads(connection, watch)
  return {
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
}

function storeSize(connection: Connection): StoreSize {
  const size = connection.get<StoreSize>(
    `SELECT (SELECT count(*) FROM entries) AS entries,
       (SELECT count(*) FROM entries WHERE hidden = 0) AS heads,
       (SELECT count(*) FROM records) AS records`,
  )
  return { entries: 0, heads: 0, records: 0, ...size }
}
