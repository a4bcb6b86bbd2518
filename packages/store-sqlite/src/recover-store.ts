import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { applyRecord, type Instant, VarveError } from '@varve/core'
import { openSqliteStore, type SqliteStoreOptions } from './open-sqlite-store.ts'
import { type Salvage, salvageJournal } from './salvage/salvage-journal.ts'

/** What became of a damaged store. */
export interface StoreRecovery {
  /** Where the damaged file lies now. */
  readonly keptAs: string
  /** Records that prove whole and are in the new store. */
  readonly records: number
  /** Records that could not be read; undefined where nothing that can be read says how many there were. */
  readonly lost: number | undefined
}

const SIDE_FILES = ['-wal', '-shm'] as const

/**
 * Keeps a damaged store as `<name>.corrupt-<time>`, and puts in its place a new one, folded from all
 * of its journal that can be read. Undefined where the store is sound. Whenever this is interrupted,
 * the damaged file is still there, under one name or both.
 */
export function recoverSqliteStore(
  path: string,
  options: SqliteStoreOptions,
  now: Instant,
): StoreRecovery | undefined {
  if (!existsSync(path) || statSync(path).size === 0 || isSound(path, options)) return undefined
  const keptAs = `${path}.corrupt-${new Date(now).toISOString().replace(/[:.]/g, '-')}`
  for (const suffix of ['', '-wal'])
    if (existsSync(path + suffix)) copyFlushed(path + suffix, keptAs + suffix)
  const salvage = salvageJournal(keptAs)
  buildStore(`${path}.recovered`, options, salvage)
  for (const suffix of SIDE_FILES) rmSync(path + suffix, { force: true })
  renameSync(`${path}.recovered`, path)
  const { records, total } = salvage
  return { keptAs, records: records.length, lost: total === undefined ? undefined : total - records.length }
}

function isSound(path: string, options: SqliteStoreOptions): boolean {
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

function copyFlushed(from: string, to: string): void {
  copyFileSync(from, to)
  const file = openSync(to, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function buildStore(path: string, options: SqliteStoreOptions, { records, quarantined }: Salvage): void {
  for (const suffix of ['', ...SIDE_FILES]) rmSync(path + suffix, { force: true })
  const store = openSqliteStore(path, options)
  try {
    store.transact('doctor --fix', (writer) => {
      for (const record of records) applyRecord(writer, record)
      writer.replaceQuarantine(new Set(), quarantined)
    })
  } finally {
    store.close()
  }
  rmSync(`${path}-writer`, { force: true })
}
