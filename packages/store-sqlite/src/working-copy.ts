import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { VarveError } from '@varve/core'
import { Connection } from './connection.ts'
import { openSqliteStore, randomClient } from './open-sqlite-store.ts'
import type { SqliteStore } from './sqlite-store.ts'

/**
 * Opens a copy of a store that can't be written where it is, in a folder of this user's that goes when
 * it is closed. It has a clock of its own, so that records made in it and in the store never share an
 * id. Where there is no store, the copy begins empty.
 */
export function openWorkingCopy(path: string, { project }: { readonly project: string }): SqliteStore {
  const folder = mkdtempSync(join(tmpdir(), 'varve-copy-'))
  const discard = () => rmSync(folder, { recursive: true, force: true })
  try {
    const copy = join(folder, 'store.db')
    if (existsSync(path)) {
      copyUnchanged(path, copy)
      renewClient(copy)
    }
    const store = openSqliteStore(copy, { project })
    return {
      ...store,
      close() {
        store.close()
        discard()
      },
    }
  } catch (error) {
    discard()
    throw error
  }
}

const ATTEMPTS = 20

/** The file and its log as they stood at one moment: whoever may write them doesn't know of us. */
function copyUnchanged(from: string, to: string): void {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const before = stampOf(from)
    copyFileSync(from, to)
    if (existsSync(`${from}-wal`)) copyFileSync(`${from}-wal`, `${to}-wal`)
    else rmSync(`${to}-wal`, { force: true })
    if (stampOf(from) === before) return
  }
  throw new VarveError('busy', `the store is being written all the time: ${from}`, { subjects: [from] })
}

function stampOf(path: string): string {
  return ['', '-wal']
    .map((suffix) => statSync(path + suffix, { throwIfNoEntry: false, bigint: true }))
    .map((stat) => (stat ? `${stat.ino} ${stat.size} ${stat.mtimeNs}` : '-'))
    .join(' ')
}

function renewClient(path: string): void {
  const connection = new Connection(path, { busyTimeoutMs: 0, readOnly: false })
  try {
    connection.transact('working copy', () => {
      connection.run("UPDATE meta SET value = ? WHERE name = 'client'", randomClient())
    })
  } finally {
    connection.close()
  }
}
