import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '@varve/core'
import { buildEntry, buildRow } from '@varve/core/testing'
import { onTestFinished } from 'vitest'

/** The path of a store that is not there yet, in a folder that goes when the test is over. */
export function temporaryStorePath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'varve-store-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'data', 'store.sqlite')
}

/** Puts an entry of this text in a transaction of its own. */
export function putText(store: Store, id: string, content: string): void {
  const entry = buildEntry(id, { content })
  store.transact('put', (writer) => writer.putEntry(entry, buildRow(entry)))
}

/** What throws: the error itself, for a look at its code. */
export function errorOf(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  return undefined
}
