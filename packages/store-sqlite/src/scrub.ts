import { readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { VarveError } from '@varve/core'
import type { Connection } from './connection.ts'
import { pruneVocabulary } from './search-index.ts'
import { scrubVectors } from './vectors.ts'

/**
 * Leaves nothing of erased text in the files: rewrites the segments of the full-text index, the
 * database itself without its free pages, and empties the log. The copies that upgrades made of an
 * older store go too, for they hold the text as it was.
 */
export function scrub(connection: Connection): void {
  connection.transact('scrub', () => {
    pruneVocabulary(connection)
    scrubVectors(connection)
    connection.run("INSERT INTO search (search) VALUES ('optimize')")
    connection.run("INSERT OR REPLACE INTO meta (name, value) VALUES ('scrub_due', 'yes')")
  })
  connection.exec('VACUUM')
  emptyLog(connection)
  dropBackups(connection.path)
  connection.transact('scrub', () => connection.run("DELETE FROM meta WHERE name = 'scrub_due'"))
}

/** Whether text was erased that may still lie under the tables: a scrub was interrupted, or never ran. */
export function isScrubDue(connection: Connection): boolean {
  return connection.get("SELECT 1 FROM meta WHERE name = 'scrub_due'") !== undefined
}

function emptyLog(connection: Connection): void {
  const result = connection.get<{ busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)')
  if (result?.busy !== 0) {
    throw new VarveError(
      'busy',
      `a reader keeps the log of the store from being emptied: ${connection.path}`,
      {
        subjects: [connection.path],
        fix: ['varve doctor --fix'],
      },
    )
  }
}

function dropBackups(path: string): void {
  const prefix = `${basename(path)}.backup-v`
  for (const name of readdirSync(dirname(path))) {
    if (name.startsWith(prefix)) rmSync(join(dirname(path), name))
  }
}
