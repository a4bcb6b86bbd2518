import { readFileSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { entryId } from '@varve/core'
import { buildAdd, buildRecord } from '@varve/core/testing'
import { describe, expect, test } from 'vitest'
import { openSqliteStore } from '../src/index.ts'
import { errorOf, putText, temporaryStorePath } from './temporary-store.ts'

const records = [1, 2, 3, 4].map((after) =>
  buildRecord(after, [buildAdd('a', `text ${after}`), buildAdd('b', 'b')]),
)
const idOf = (index: number) => buildRecord(index + 1, []).id

function damagedStore(sql: string) {
  const path = temporaryStorePath()
  const made = openSqliteStore(path, { project: 'sample' })
  made.transact('append', (writer) => {
    for (const record of records) writer.appendRecord(record)
  })
  made.close()
  const database = new DatabaseSync(path)
  database.exec(sql)
  database.close()
  return openSqliteStore(path, { project: 'sample' })
}

describe('a damaged journal row', () => {
  test('that is no JSON is left out of every read and named by its record [RS-13]', () => {
    const store = damagedStore(`UPDATE operations SET body = '{"op":"ent' WHERE n >> 24 = 2 AND n % 2 = 0`)
    expect(store.events('entry a').map(({ record }) => record)).toEqual([idOf(0), idOf(2), idOf(3)])
    expect(store.events('entry b')).toHaveLength(4)
    expect(store.record(idOf(1))).toBeUndefined()
    expect(store.record(idOf(0))).toEqual(records[0])
    expect(store.damagedRecords()).toEqual([{ id: idOf(1), reason: 'operation_unreadable' }])
    store.transact('goes on', (writer) => writer.putPolicy('p', {}))
    store.close()
  })

  test('that has other text is left out of every read and named by its record [RS-13]', () => {
    const store = damagedStore(`UPDATE operations SET body = replace(body, 'text 3', 'text x')`)
    expect(store.events('entry a').map(({ record }) => record)).toEqual([idOf(0), idOf(1), idOf(3)])
    expect(store.record(idOf(2))).toBeUndefined()
    expect(store.damagedRecords()).toEqual([{ id: idOf(2), reason: 'operation_unreadable' }])
    store.close()
  })

  test('whose hash was changed is named by its record [RS-13]', () => {
    const store = damagedStore(`UPDATE records SET hash = 'x' WHERE n = 3`)
    expect(store.damagedRecords()).toEqual([{ id: idOf(2), reason: 'hash_mismatch' }])
    store.close()
  })

  test('that is gone, and a header that is no JSON, are named, each of them [RS-13]', () => {
    const store = damagedStore(
      `DELETE FROM operations WHERE n >> 24 = 1; UPDATE records SET header = '[' WHERE n = 4`,
    )
    expect(store.records({}).map(({ id }) => id)).toEqual([idOf(0), idOf(1), idOf(2)])
    expect(store.record(idOf(3))).toBeUndefined()
    expect(store.damagedRecords()).toEqual([
      { id: idOf(0), reason: 'operation_unreadable' },
      { id: idOf(3), reason: 'header_unreadable' },
    ])
    store.close()
  })

  test('is none in a whole journal', () => {
    const store = damagedStore('SELECT 1')
    expect([store.damagedRecords(), store.fileProblems()]).toEqual([[], []])
    store.close()
  })
})

test('damaged rows of entries, views and issues are left out, never thrown', () => {
  const path = temporaryStorePath()
  const made = openSqliteStore(path, { project: 'sample' })
  putText(made, 'a', 'lost')
  putText(made, 'b', 'kept')
  made.close()
  const database = new DatabaseSync(path)
  database.exec(`UPDATE entries SET body = '{', view = '{', tags = '{' WHERE id = 'a';
    INSERT INTO view_issues VALUES (1, 'k', 'x')`)
  database.close()
  const store = openSqliteStore(path, { project: 'sample' })
  expect(store.entry(entryId('a'))).toBeUndefined()
  expect([...store.entries({ visibility: 'all' })].map(({ id }) => id)).toEqual(['b'])
  expect([...store.compactionRows({})]).toHaveLength(2)
  expect([store.view(entryId('a')), store.viewIssues()]).toEqual([undefined, []])
  putText(store, 'a', 'written again')
  expect(store.entry(entryId('a'))?.content).toBe('written again')
  store.close()
})

test('a page overwritten with rubbish ends as store_invalid, not as a crash', () => {
  const path = temporaryStorePath()
  const made = openSqliteStore(path, { project: 'sample' })
  for (let index = 0; index < 200; index++) putText(made, `e${index}`, `text ${index} `.repeat(50))
  made.close()
  const bytes = readFileSync(path)
  bytes.fill(0xa5, 4096 * 2)
  writeFileSync(path, bytes)
  const error = errorOf(() => {
    const store = openSqliteStore(path, { project: 'sample' })
    try {
      return [...store.entries({ visibility: 'all' })]
    } finally {
      store.close()
    }
  })
  expect(error).toMatchObject({ code: 'store_invalid', fix: ['varve doctor --fix'] })
})
