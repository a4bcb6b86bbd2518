import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { entryId, everyWord } from '@varve/core'
import { buildAdd, buildEntry, buildFields, buildRecord, buildRow } from '@varve/core/testing'
import { expect, test } from 'vitest'
import { openSqliteStore, type SqliteStore } from '../src/index.ts'
import { backupPath, newestVersion } from '../src/migrate.ts'
import { openWith } from '../src/open-sqlite-store.ts'
import { MIGRATIONS } from '../src/schema.ts'
import { temporaryStorePath } from './temporary-store.ts'

// Made of one word of letters, so that it would lie whole in the index and in its vocabulary too.
const SECRET = 'hunterswordfishzanzibar'
const NEWEST = newestVersion(MIGRATIONS)
const upgraded = [...MIGRATIONS, { version: NEWEST + 1, sql: 'CREATE TABLE two (a)' }]

function filesWith(path: string, text: string): readonly string[] {
  const folder = dirname(path)
  return readdirSync(folder).filter((name) => {
    const bytes = readFileSync(join(folder, name))
    return bytes.includes(text) || bytes.includes(Buffer.from(text, 'utf16le'))
  })
}

function addSecret(store: SqliteStore): void {
  store.transact('add', (writer) => {
    for (let index = 0; index < 300; index++) {
      const id = index === 150 ? 'secret' : `e${index}`
      const content = index === 150 ? `The password is ${SECRET}.` : `Ordinary text ${index}.`
      writer.appendRecord(buildRecord(index, [buildAdd(id, content)]))
      // An earlier text of the same entry leaves pages of the file free, with the text still on them.
      const earlier = buildEntry(id, { content: `${content} ${content} `.repeat(300) })
      if (index === 150) writer.putEntry(earlier, buildRow(earlier))
      const entry = buildEntry(id, { ...buildFields(content), tags: index === 150 ? [SECRET] : [] })
      writer.putEntry(entry, buildRow(entry))
    }
  })
}

/** As `apply` does it: the record, the erasure, what is left of the entry. */
function purgeSecret(store: SqliteStore): void {
  const id = entryId('secret')
  store.transact('purge', (writer) => {
    writer.appendRecord(buildRecord(900, [{ op: 'purge', id, hash: 'h', reason: 'a password' }]))
    writer.eraseEvents('entry secret')
    const tombstone = buildEntry('secret', { content: '' })
    writer.putEntry(tombstone, buildRow(tombstone))
  })
}

test('nothing of a purged text is left in any file of the folder after a scrub [RS-18]', () => {
  const path = temporaryStorePath()
  const made = openSqliteStore(path, { project: 'sample' })
  addSecret(made)
  made.close()
  const store = openWith(path, { project: 'sample' }, upgraded)
  expect(filesWith(path, SECRET)).toContain('store.sqlite')
  expect(readFileSync(backupPath(path, NEWEST)).includes(SECRET)).toBe(true)

  purgeSecret(store)
  expect(store.isScrubDue()).toBe(true)
  store.scrub()
  expect(store.isScrubDue()).toBe(false)
  expect(filesWith(path, SECRET)).toEqual([])
  expect(store.match(everyWord(SECRET), 5)).toEqual([])
  expect(store.match(everyWord('ordinary 7'), 5)).toEqual(['e7'])
  expect(store.damagedRecords()).toEqual([])
  expect(store.fileProblems()).toEqual([])
  store.close()
  expect(filesWith(path, SECRET)).toEqual([])
})

test('a scrub that a reader holds up ends as busy and stays due', () => {
  const path = temporaryStorePath()
  const store = openSqliteStore(path, { project: 'sample', busyTimeoutMs: 20 })
  addSecret(store)
  purgeSecret(store)
  const other = openSqliteStore(path, { project: 'sample' })
  other.transact('hold', () => {
    expect(() => store.scrub()).toThrow(/being written by process/)
  })
  expect(store.isScrubDue()).toBe(true)
  store.scrub()
  expect(filesWith(path, SECRET)).toEqual([])
  other.close()
  store.close()
})

test('undo and reads find the same rows after a scrub', () => {
  const path = temporaryStorePath()
  const store = openSqliteStore(path, { project: 'sample' })
  addSecret(store)
  const before = [store.records({}), [...store.entries({ visibility: 'all' })], store.events('entry e9')]
  store.scrub()
  expect([store.records({}), [...store.entries({ visibility: 'all' })], store.events('entry e9')]).toEqual(
    before,
  )
  store.close()
})
