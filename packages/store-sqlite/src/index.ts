export {
  type LedgerSession,
  openSqliteLedger,
  type SqliteLedger,
  type SqliteLedgerOptions,
} from './ledger/open-sqlite-ledger.ts'
export { openSqliteStore, type SqliteStoreOptions } from './open-sqlite-store.ts'
export { recoverSqliteStore, type StoreRecovery } from './recover-store.ts'
export type { SqliteStore } from './sqlite-store.ts'
export { openWorkingCopy } from './working-copy.ts'
