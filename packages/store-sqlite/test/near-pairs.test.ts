import { DatabaseSync } from 'node:sqlite'
import { entryId } from '@varve/core'
import { GUARD_VERSION } from '@varve/core/guard'
import { expect, test } from 'vitest'
import { openSqliteStore } from '../src/index.ts'
import { putText, temporaryStorePath } from './temporary-store.ts'

test('texts that an older guard compared are compared again', () => {
  const path = temporaryStorePath()
  const store = openSqliteStore(path, { project: 'sample' })
  for (const id of ['a', 'b']) putText(store, id, `Text ${id}`)
  store.transact('compare', (writer) => writer.putNearPairs(new Set([entryId('a'), entryId('b')]), []))
  expect([...store.uncompared()]).toEqual([])
  store.close()

  const database = new DatabaseSync(path)
  database.exec(`UPDATE entries SET compared = ${GUARD_VERSION - 1} WHERE id = 'b'`)
  database.close()
  const opened = openSqliteStore(path, { project: 'sample' })
  expect([...opened.uncompared()]).toEqual(['b'])
  opened.close()
})
