import { Connection } from '../connection.ts'
import { openSqliteStore } from '../open-sqlite-store.ts'
import { ledgerReads } from './ledger-reads.ts'
import { type LedgerOptions, ledgerWrites } from './ledger-writes.ts'
import type { SqliteLedger } from './sqlite-ledger.ts'

export interface SqliteLedgerOptions extends LedgerOptions {
  readonly project: string
  /** How long a write waits for another. An agent waits for it too, so hardly at all: 50. */
  readonly busyTimeoutMs?: number
}

/**
 * Opens the ledger in the store at `path`, and makes the store where it is missing. Where the store can't be opened,
 * the error is thrown; what fails later is the engine's to bear (CAM-106).
 */
export function openSqliteLedger(path: string, options: SqliteLedgerOptions): SqliteLedger {
  openSqliteStore(path, { project: options.project }).close()
  const connection = new Connection(path, { busyTimeoutMs: options.busyTimeoutMs ?? 50, readOnly: false })
  const reads = ledgerReads(connection)
  return { ...reads, ...ledgerWrites(connection, options), close: () => connection.close() }
}
