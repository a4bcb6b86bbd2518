import { existsSync, renameSync } from 'node:fs'
import {
  applyRecord,
  type Instant,
  type JournalRecord,
  recordHash,
  type Store,
  VarveError,
} from '@varve/core'
import { openSqliteStore, type SqliteStoreOptions } from './open-sqlite-store.ts'

/** What became of a damaged store. */
export interface StoreRecovery {
  /** Where the damaged file lies now. */
  readonly keptAs: string
  /** Records that prove whole and are in the new store. */
  readonly records: number
  /** Records that were named but could not be read. */
  readonly lost: number
}

const SIDE_FILES = ['', '-wal', '-shm'] as const

/**
 * Sets a store that can't be opened aside, as `<name>.corrupt-<time>`, and folds what can be read of
 * its journal into a new one. Undefined where the store opens; nothing is ever overwritten.
 */
export function recoverSqliteStore(
  path: string,
  options: SqliteStoreOptions,
  now: Instant,
): StoreRecovery | undefined {
  if (!existsSync(path) || opens(path, options)) return undefined
  const keptAs = `${path}.corrupt-${new Date(now).toISOString().replace(/[:.]/g, '-')}`
  for (const suffix of SIDE_FILES) if (existsSync(path + suffix)) renameSync(path + suffix, keptAs + suffix)
  const store = openSqliteStore(path, options)
  try {
    return { keptAs, ...takeOver(store, keptAs, options) }
  } finally {
    store.close()
  }
}

function opens(path: string, options: SqliteStoreOptions): boolean {
  try {
    const store = openSqliteStore(path, { ...options, readOnly: true })
    try {
      return store.fileProblems().length === 0
    } finally {
      store.close()
    }
  } catch (thrown) {
    if (VarveError.isInstance(thrown) && thrown.code === 'store_invalid') return false
    throw thrown
  }
}

function takeOver(
  store: Store,
  from: string,
  options: SqliteStoreOptions,
): { records: number; lost: number } {
  const count = { records: 0, lost: 0 }
  for (const record of salvage(from, options)) {
    if (record === undefined) {
      count.lost += 1
      continue
    }
    store.transact('doctor --fix', (writer) => applyRecord(writer, record))
    count.records += 1
  }
  return count
}

/** The records of a damaged file one by one; undefined for each that can't be read or doesn't prove whole. */
function* salvage(path: string, options: SqliteStoreOptions): Generator<JournalRecord | undefined> {
  let damaged: Store
  try {
    damaged = openSqliteStore(path, { ...options, readOnly: true })
  } catch {
    return
  }
  try {
    for (const { id } of damaged.records({})) yield readWhole(damaged, id)
  } catch {
    // What lies behind the damage can't be listed.
  } finally {
    damaged.close()
  }
}

function readWhole(store: Store, id: JournalRecord['id']): JournalRecord | undefined {
  try {
    const record = store.record(id)
    return record && recordHash(record, record.operations) === record.hash ? record : undefined
  } catch {
    return undefined
  }
}
