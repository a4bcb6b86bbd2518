import type { LedgerStore } from '@varve/core/fidelity'
import { Connection } from '../connection.ts'
import { openSqliteStore } from '../open-sqlite-store.ts'
import { ledgerReads } from './ledger-reads.ts'
import { type LedgerOptions, ledgerWrites } from './ledger-writes.ts'

/** The kept decisions of a project's sessions, with what the command line asks of them beyond the port. */
export interface SqliteLedger extends LedgerStore {
  /** Sessions that something was decided in, the newest first. */
  sessions(): readonly LedgerSession[]
  /** Removes all that is kept of a session; gives back how many decisions went. */
  purgeSession(sessionId: string): number
  close(): void
}

export interface LedgerSession {
  readonly id: string
  readonly profile: string
  readonly calls: number
  readonly passes: number
  readonly updated: string
}

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
