import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '../packages/core/src/index.ts'
import { openSqliteStore } from '../packages/store-sqlite/src/index.ts'

/** Fills a store that is thrown away, measures it, and prints what was measured as JSON. */
export function measureStore(fill: (store: Store) => void, measure: (store: Store) => object): void {
  const folder = mkdtempSync(join(tmpdir(), 'varve-bench-'))
  const store = openSqliteStore(join(folder, 'store.sqlite'), { project: 'bench' })
  try {
    fill(store)
    process.stdout.write(`${JSON.stringify(measure(store))}\n`)
  } finally {
    store.close()
    rmSync(folder, { recursive: true })
  }
}
