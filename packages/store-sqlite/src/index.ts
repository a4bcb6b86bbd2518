export { openSqliteLedger, type SqliteLedgerOptions } from './ledger/open-sqlite-ledger.ts'
export type { LedgerPart, LedgerSession, SessionPins, SqliteLedger } from './ledger/sqlite-ledger.ts'
export { openForeignDatabase } from './open-foreign-database.ts'
export {
  openSqliteReader,
  openSqliteStore,
  type SqliteReaderOptions,
  type SqliteStoreOptions,
} from './open-sqlite-store.ts'
export { recoverSqliteStore, type StoreRecovery } from './recover-store.ts'
export type { SqliteStore } from './sqlite-store.ts'
export { openWorkingCopy } from './working-copy.ts'
