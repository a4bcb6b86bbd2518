import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { applyRecord, type Store, VarveError } from '@varve/core'
import { type OutboxFile, SET_ASIDE } from './read-outbox.ts'

/**
 * Takes what waits in the outbox into a store, and then removes it there: a kill in between leaves both,
 * and a record that is there already changes nothing. A damaged file is set aside with its bytes.
 * Gives back how many records were new.
 */
export function takeInOutbox(store: Store, folder: string, files: readonly OutboxFile[]): number {
  const taken = applyWaiting(store, files)
  if (taken === undefined) return 0
  for (const { name, kind } of files) {
    const file = join(folder, name)
    if (kind === 'record') tryTo(() => rmSync(file, { force: true }))
    if (kind === 'damaged') tryTo(() => renameSync(file, file + SET_ASIDE))
  }
  return taken
}

/** Brings a copy of the store to what it will be once the outbox is taken in. */
export function foldOutbox(copy: Store, files: readonly OutboxFile[]): number {
  const records = files.flatMap((file) => (file.kind === 'record' ? [file.record] : []))
  if (records.length === 0) return 0
  return copy.transact('outbox', (writer) => records.filter((record) => applyRecord(writer, record)).length)
}

/** Undefined where another writer holds the store: the next command takes them in. */
function applyWaiting(store: Store, files: readonly OutboxFile[]): number | undefined {
  try {
    return foldOutbox(store, files)
  } catch (error) {
    if (VarveError.isInstance(error) && error.code === 'busy') return undefined
    throw error
  }
}

/** What can't be removed is found again, and known already. */
function tryTo(work: () => void): void {
  try {
    work()
  } catch {
    // It stays, and `varve doctor` names it.
  }
}
