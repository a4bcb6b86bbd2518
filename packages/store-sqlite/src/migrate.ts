import { closeSync, openSync, renameSync, rmSync } from 'node:fs'
import { VarveError } from '@varve/core'
import { Connection } from './connection.ts'
import { APPLICATION_ID, type Migration } from './schema.ts'
import { sleep } from './sleep.ts'

export interface MigrationOptions {
  readonly migrations: readonly Migration[]
  readonly busyTimeoutMs: number
  /** Rows of `meta` that a fresh store begins with. */
  readonly meta: () => Readonly<Record<string, string>>
}

/**
 * Brings a store to the newest schema. Single-flight: whoever gets the write lock first does it, and
 * whoever comes after finds it done. An older store is copied aside before its first step.
 */
export function migrate(connection: Connection, options: MigrationOptions): void {
  const newest = newestVersion(options.migrations)
  switchToLog(connection, options.busyTimeoutMs)
  connection.transact('migration', () => {
    const { version } = schemaState(connection)
    if (version >= newest) return
    if (version > 0) backUp(connection.path, version)
    for (const step of options.migrations) {
      if (step.version <= version) continue
      connection.exec(step.sql)
      step.fill?.(connection)
    }
    if (version === 0) writeMeta(connection, options.meta())
    connection.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${newest}`)
  })
}

export function newestVersion(migrations: readonly Migration[]): number {
  return migrations.at(-1)?.version ?? 0
}

/** Schema and number of tables, of one moment: a fresh store may just be getting them. */
export function schemaState(connection: Connection): { readonly version: number; readonly tables: number } {
  const state = connection.get<{ version: number; tables: number }>(
    `SELECT user_version AS version, (SELECT count(*) FROM sqlite_schema) AS tables FROM pragma_user_version`,
  )
  return state ?? { version: 0, tables: 0 }
}

/** Where the copy goes that is made before a store is upgraded from `version`. */
export function backupPath(storePath: string, version: number): string {
  return `${storePath}.backup-v${version}`
}

/**
 * Write-ahead logging lets readers through while someone writes. Two processes that switch a fresh
 * file at once refuse each other without waiting, so the waiting is done here.
 */
function switchToLog(connection: Connection, busyTimeoutMs: number): void {
  for (let waitedMs = 0; ; waitedMs += 5) {
    try {
      connection.exec('PRAGMA journal_mode = WAL')
      return
    } catch (error) {
      if (!VarveError.isInstance(error) || error.code !== 'busy' || waitedMs >= busyTimeoutMs) throw error
      sleep(5)
    }
  }
}

/** A copy of the last committed state: a second connection reads while this one holds the lock. */
function backUp(path: string, version: number): void {
  const copy = backupPath(path, version)
  const partial = `${copy}.partial`
  rmSync(partial, { force: true })
  closeSync(openSync(partial, 'wx', 0o600))
  const reader = new Connection(path, { busyTimeoutMs: 0, readOnly: true })
  try {
    reader.exec(`VACUUM INTO '${partial.replaceAll("'", "''")}'`)
  } finally {
    reader.close()
  }
  renameSync(partial, copy)
}

function writeMeta(connection: Connection, meta: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(meta)) {
    connection.run('INSERT INTO meta (name, value) VALUES (?, ?)', name, value)
  }
}
