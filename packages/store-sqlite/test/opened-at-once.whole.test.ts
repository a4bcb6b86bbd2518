import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { openSqliteStore } from '../src/index.ts'
import { newestVersion } from '../src/migrate.ts'
import { MIGRATIONS } from '../src/schema.ts'
import { runChild } from './child/run-child.ts'
import { putText, temporaryStorePath } from './temporary-store.ts'

const project = { project: 'sample' }
const twelve = Array.from({ length: 12 }, (_, index) => `p${index}`)

test('twelve processes that open a fresh store at once make it once, and each adds [RS-22]', async () => {
  const path = temporaryStorePath()
  const results = await Promise.all(twelve.map((name) => runChild(['add', path, name])))
  expect(results.map((result) => result.exitCode)).toEqual(twelve.map(() => 0))
  expect(results.map((result) => result.stderr).join('')).toBe('')
  const store = openSqliteStore(path, project)
  expect(store.size().entries).toBe(12)
  store.close()
})

test('a store is upgraded once by twelve processes that open it at once [RS-22]', async () => {
  const path = temporaryStorePath()
  const store = openSqliteStore(path, project)
  putText(store, 'a', 'kept')
  store.close()
  const results = await Promise.all(twelve.map((name) => runChild(['upgrade', path, name])))
  expect(results.map((result) => [result.exitCode, result.stdout])).toEqual(twelve.map(() => [0, '']))
  expect(readdirSync(dirname(path)).sort()).toEqual([
    'store.sqlite',
    'store.sqlite-writer',
    `store.sqlite.backup-v${newestVersion(MIGRATIONS)}`,
  ])
  const database = new DatabaseSync(path)
  expect(database.prepare('SELECT count(*) AS n FROM entries').get()).toMatchObject({ n: 13 })
  database.close()
})
