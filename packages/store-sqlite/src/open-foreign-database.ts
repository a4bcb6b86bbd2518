import type { SQLInputValue } from 'node:sqlite'
import { Connection } from './connection.ts'

/** A database that another program keeps. */
export interface ForeignDatabase {
  all<Row>(sql: string, ...values: readonly SQLInputValue[]): readonly Row[]
  close(): void
}

/** Its owner may be writing: it isn't waited for long. */
const LOCK_WAIT_MS = 200

/** Opens what another program keeps, for reading alone. */
export function openForeignDatabase(path: string): ForeignDatabase {
  const connection = new Connection(path, { readOnly: true, busyTimeoutMs: LOCK_WAIT_MS })
  return {
    all: (sql, ...values) => connection.all(sql, ...values),
    close: () => connection.close(),
  }
}
