import { existsSync } from 'node:fs'
import { type StoreReader, VarveError } from '@varve/core'
import { Connection } from './connection.ts'
import { migrate, newestVersion, schemaState } from './migrate.ts'
import { MIGRATIONS, type Migration, SCHEMA_VERSION } from './schema.ts'
import { isNoLogFailure, storeInvalid } from './sqlite-failure.ts'
import { type StoreIdentity, sqliteReads } from './sqlite-reads.ts'
import { createSqliteStore, type SqliteStore } from './sqlite-store.ts'
import { createStoreFile, inspectStoreFile } from './store-file.ts'

export interface SqliteStoreOptions {
  /** The project whose memory it is. */
  readonly project: string
  /** Client id of a store that is made now, 16 hex digits; default: random. A store that exists keeps its own. */
  readonly client?: string
  /** How long a write waits for another writer. Default 5000. */
  readonly busyTimeoutMs?: number
  /** Opens what exists and never writes to it. */
  readonly readOnly?: boolean
}

/**
 * Opens the local store at `path`, and makes it where it is missing. Throws `store_newer`,
 * `store_invalid`, `store_missing` (read-only), `read_only`, `disk_full`, `busy`.
 *
 * @example
 * const store = openSqliteStore('/home/me/.local/share/varve/p/store.sqlite', { project: 'p' })
 * const entry = store.entry(id)
 * store.close()
 */
export function openSqliteStore(path: string, options: SqliteStoreOptions): SqliteStore {
  return openWith(path, options, MIGRATIONS)
}

export interface SqliteReaderOptions extends Omit<SqliteStoreOptions, 'client' | 'readOnly'> {
  /**
   * In how many entries a word is counted at most; default: all. To count and weigh words of very many takes a
   * while: with a number, of those that have several such words the latest are found, not the likeliest.
   */
  readonly mostCounted?: number
}

/**
 * Opens what exists for reading alone, without the code that makes, upgrades or writes a store: a process
 * that lives for a tenth of a second loads half as much. Throws as `openSqliteStore` does.
 */
export function openSqliteReader(path: string, options: SqliteReaderOptions): StoreReader {
  const file = inspectStoreFile(path)
  if (file.kind !== 'store') throw storeMissing(path)
  refuseNewer(path, file.version, SCHEMA_VERSION)
  const connection = connect(path, { ...options, readOnly: true })
  try {
    refuseOther(connection, SCHEMA_VERSION)
    return sqliteReads(connection, readIdentity(connection, options.project), options.mostCounted)
  } catch (error) {
    connection.close()
    throw error
  }
}

/** As `openSqliteStore`, with the steps of another schema: for tests of upgrades. */
export function openWith(
  path: string,
  options: SqliteStoreOptions,
  migrations: readonly Migration[],
): SqliteStore {
  const file = inspectStoreFile(path)
  if (file.kind === 'store') refuseNewer(path, file.version, newestVersion(migrations))
  else if (options.readOnly) throw storeMissing(path)
  else createStoreFile(path)
  const connection = connect(path, options)
  try {
    bringUpToDate(connection, options, migrations)
    return createSqliteStore(connection, readIdentity(connection, options.project))
  } catch (error) {
    connection.close()
    throw error
  }
}

const DEFAULT_BUSY_TIMEOUT_MS = 5000

/** Loaded here and not at the top: a store is made once, and opened at every command. */
export function randomClient(): string {
  return process.getBuiltinModule('node:crypto').randomBytes(8).toString('hex')
}

function connect(path: string, options: SqliteStoreOptions): Connection {
  const busyTimeoutMs = options.busyTimeoutMs ?? DEFAULT_BUSY_TIMEOUT_MS
  const connection = new Connection(path, { busyTimeoutMs, readOnly: options.readOnly ?? false })
  try {
    schemaState(connection)
    return connection
  } catch (error) {
    connection.close()
    const immutable = isNoLogFailure(error) && !existsSync(`${path}-wal`)
    if (!immutable) throw error
    // On a read-only file system no log can be made, but nobody can write either.
    const location = process.getBuiltinModule('node:url').pathToFileURL(path)
    location.search = 'immutable=1'
    return new Connection(path, { busyTimeoutMs, readOnly: true }, location)
  }
}

function bringUpToDate(
  connection: Connection,
  options: SqliteStoreOptions,
  migrations: readonly Migration[],
): void {
  const newest = newestVersion(migrations)
  if (options.readOnly) {
    refuseOther(connection, newest)
    return
  }
  const { version, tables } = schemaState(connection)
  refuseNewer(connection.path, version, newest)
  if (version === newest) return
  if (version === 0 && tables > 0) throw storeForeign(connection.path)
  migrate(connection, {
    migrations,
    busyTimeoutMs: options.busyTimeoutMs ?? DEFAULT_BUSY_TIMEOUT_MS,
    meta: () => ({ project: options.project, client: options.client ?? randomClient() }),
  })
}

/** Of a store that may only be read: whatever its schema lacks can't be added. */
function refuseOther(connection: Connection, newest: number): void {
  const { version, tables } = schemaState(connection)
  refuseNewer(connection.path, version, newest)
  if (version === newest) return
  if (version > 0) throw upgradeNeeded(connection.path)
  throw tables > 0 ? storeForeign(connection.path) : storeMissing(connection.path)
}

function readIdentity(connection: Connection, project: string): StoreIdentity {
  const rows = connection.all<{ name: string; value: string }>('SELECT name, value FROM meta')
  const meta = new Map(rows.map(({ name, value }) => [name, value]))
  const identity = { project: meta.get('project'), client: meta.get('client') }
  if (identity.project === undefined || identity.client === undefined) {
    throw storeInvalid(connection.path, 'does not say whose it is')
  }
  if (identity.project !== project) {
    throw new VarveError(
      'project_ambiguous',
      `the store belongs to project ${identity.project}, not ${project}: ${connection.path}`,
      { subjects: [identity.project, project], fix: [`varve doctor --link-project ${identity.project}`] },
    )
  }
  return { project, client: identity.client }
}

function refuseNewer(path: string, version: number, newest: number): void {
  if (version <= newest) return
  throw new VarveError(
    'store_newer',
    `the store has schema ${version}, this program knows ${newest} at most: ${path}`,
    { subjects: [path], fix: ['npm install -g varve@latest'] },
  )
}

function storeForeign(path: string): VarveError {
  return storeInvalid(path, 'is a database of another program')
}

function storeMissing(path: string): VarveError {
  return new VarveError('store_missing', `no store at ${path}`, { subjects: [path], fix: ['varve init'] })
}

function upgradeNeeded(path: string): VarveError {
  return new VarveError('read_only', `the store has an older schema and may only be read: ${path}`, {
    subjects: [path],
    fix: ['varve status'],
  })
}
