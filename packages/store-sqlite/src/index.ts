export { openSqliteStore, type SqliteStoreOptions } from './open-sqlite-store.ts'
export { recoverSqliteStore, type StoreRecovery } from './recover-store.ts'
export type { SqliteStore } from './sqlite-store.ts'
export { openWorkingCopy } from './working-copy.ts'
