import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { entryId } from '@varve/core'
import { buildAdd, buildRecord } from '@varve/core/testing'
import { describe, expect, test } from 'vitest'
import { Connection } from '../src/connection.ts'
import { openSqliteReader, openSqliteStore } from '../src/index.ts'
import { backupPath, migrate, newestVersion } from '../src/migrate.ts'
import { openWith } from '../src/open-sqlite-store.ts'
import { MIGRATIONS, type Migration, SCHEMA_VERSION } from '../src/schema.ts'
import { errorOf, putText, temporaryStorePath } from './temporary-store.ts'

const project = { project: 'sample' }

const NEWEST = newestVersion(MIGRATIONS)

function closedStore(path: string): void {
  const store = openSqliteStore(path, project)
  putText(store, 'a', 'kept')
  store.transact('append', (writer) => writer.appendRecord(buildRecord(1, [buildAdd('a', 'kept')])))
  store.close()
}

function alterStore(path: string, sql: string): void {
  const database = new DatabaseSync(path)
  database.exec(sql)
  database.close()
}

const filesOf = (path: string) => readdirSync(dirname(path)).sort()

describe('making a store', () => {
  test('its folder and files are for this user alone', () => {
    const path = temporaryStorePath()
    const store = openSqliteStore(path, project)
    putText(store, 'a', 'text')
    const mode = (file: string) => statSync(file).mode & 0o777
    expect(mode(dirname(path))).toBe(0o700)
    const modes = filesOf(path).map((name) => [name, mode(`${dirname(path)}/${name}`)])
    expect(modes).toEqual([
      ['store.sqlite', 0o600],
      ['store.sqlite-shm', 0o600],
      ['store.sqlite-wal', 0o600],
      ['store.sqlite-writer', 0o600],
    ])
    store.close()
  })

  test('a store of another project is refused by name', () => {
    const path = temporaryStorePath()
    closedStore(path)
    const error = errorOf(() => openSqliteStore(path, { project: 'other' }))
    expect(error).toMatchObject({ code: 'project_ambiguous', subjects: ['sample', 'other'] })
  })

  test('a missing store is not made for a reader', () => {
    const path = temporaryStorePath()
    expect(errorOf(() => openSqliteStore(path, { ...project, readOnly: true }))).toMatchObject({
      code: 'store_missing',
    })
    expect(() => statSync(path)).toThrow()
  })

  test('a store opened for reading refuses writes and answers reads [RS-31]', () => {
    const path = temporaryStorePath()
    closedStore(path)
    const store = openSqliteStore(path, { ...project, readOnly: true })
    expect(errorOf(() => putText(store, 'b', 'x'))).toMatchObject({ code: 'read_only', exitCode: 1 })
    expect(store.entry(entryId('a'))?.content).toBe('kept')
    store.close()
  })
})

describe('a reader without a writer', () => {
  const errorCode = (path: string, id = 'sample') => errorOf(() => openSqliteReader(path, { project: id }))

  test('reads what a store holds, of the newest schema that there is', () => {
    const path = temporaryStorePath()
    closedStore(path)
    expect(SCHEMA_VERSION).toBe(NEWEST)
    const reader = openSqliteReader(path, project)
    expect(reader.entry(entryId('a'))?.content).toBe('kept')
    expect(Object.keys(reader)).not.toContain('transact')
  })

  test('refuses what a store refuses, and makes and changes no file', () => {
    const path = temporaryStorePath()
    expect(errorCode(path)).toMatchObject({ code: 'store_missing' })
    expect(() => statSync(path)).toThrow()
    closedStore(path)
    expect(errorCode(path, 'other')).toMatchObject({ code: 'project_ambiguous' })
    alterStore(path, `PRAGMA user_version = ${NEWEST + 1}`)
    expect(errorCode(path)).toMatchObject({ code: 'store_newer' })
    alterStore(path, `PRAGMA user_version = ${NEWEST - 1}`)
    expect(errorCode(path)).toMatchObject({ code: 'read_only', fix: ['varve status'] })
    alterStore(path, 'PRAGMA user_version = 0')
    expect(errorCode(path)).toMatchObject({ code: 'store_invalid' })
    alterStore(path, 'PRAGMA application_id = 1')
    const bytes = readFileSync(path)
    expect(errorCode(path)).toMatchObject({ code: 'store_invalid' })
    expect(readFileSync(path).equals(bytes)).toBe(true)
  })
})

describe('a newer schema', () => {
  test('is refused with the command that mends it, and its file is left as it is [RS-32]', () => {
    const path = temporaryStorePath()
    closedStore(path)
    alterStore(path, 'PRAGMA user_version = 99')
    const [bytes, files] = [readFileSync(path), filesOf(path)]
    const error = errorOf(() => openSqliteStore(path, project))
    expect(error).toMatchObject({ code: 'store_newer', exitCode: 3, fix: ['npm install -g varve@latest'] })
    expect(readFileSync(path).equals(bytes)).toBe(true)
    expect(filesOf(path)).toEqual(files)
  })

  test('is refused too where only the log has it yet', () => {
    const path = temporaryStorePath()
    closedStore(path)
    const newer = new DatabaseSync(path)
    newer.exec('PRAGMA wal_autocheckpoint = 0; PRAGMA user_version = 99')
    expect(errorOf(() => openSqliteStore(path, project))).toMatchObject({ code: 'store_newer' })
    newer.close()
  })
})

describe('an older schema', () => {
  const step: Migration = {
    version: NEWEST + 1,
    sql: 'ALTER TABLE entries ADD COLUMN later TEXT; CREATE TABLE two (a)',
  }
  const upgraded = [...MIGRATIONS, step]

  test('is upgraded after a copy was made of it; the journal stays the same bytes [RS-32]', () => {
    const path = temporaryStorePath()
    closedStore(path)
    const store = openWith(path, project, upgraded)
    expect(store.entry(entryId('a'))?.content).toBe('kept')
    expect(store.record(buildRecord(1, []).id)).toEqual(buildRecord(1, [buildAdd('a', 'kept')]))
    expect(store.damagedRecords()).toEqual([])
    store.close()
    const copy = openSqliteStore(backupPath(path, NEWEST), project)
    expect(copy.entry(entryId('a'))?.content).toBe('kept')
    copy.close()
    expect(statSync(backupPath(path, NEWEST)).mode & 0o777).toBe(0o600)
    expect(errorOf(() => openSqliteStore(path, project))).toMatchObject({ code: 'store_newer' })
  })

  test('is not upgraded again by one that waited for the upgrade', () => {
    const path = temporaryStorePath()
    closedStore(path)
    openWith(path, project, upgraded).close()
    const late = new Connection(path, { busyTimeoutMs: 0, readOnly: false })
    migrate(late, { migrations: upgraded, busyTimeoutMs: 0, meta: () => ({}) })
    late.close()
    expect(filesOf(path)).toEqual(['store.sqlite', 'store.sqlite-writer', `store.sqlite.backup-v${NEWEST}`])
  })

  test('stays as it was where a step fails', () => {
    const path = temporaryStorePath()
    closedStore(path)
    const broken = [...upgraded, { version: NEWEST + 2, sql: 'SELECT * FROM no_such_table' }]
    expect(errorOf(() => openWith(path, project, broken))).toMatchObject({ code: 'internal' })
    const store = openSqliteStore(path, project)
    expect(store.entry(entryId('a'))?.content).toBe('kept')
    store.close()
  })

  test('is not upgraded by a reader', () => {
    const path = temporaryStorePath()
    closedStore(path)
    const error = errorOf(() => openWith(path, { ...project, readOnly: true }, upgraded))
    expect(error).toMatchObject({ code: 'read_only' })
    openSqliteStore(path, project).close()
  })
})

describe('a file that is no store', () => {
  function refused(bytes: Buffer | string): void {
    const path = temporaryStorePath()
    closedStore(path)
    writeFileSync(path, bytes)
    const before = readFileSync(path)
    const error = errorOf(() => openSqliteStore(path, project))
    expect(error).toMatchObject({ code: 'store_invalid', exitCode: 3, fix: ['varve doctor --fix'] })
    expect(readFileSync(path).equals(before)).toBe(true)
  }

  test('because it is a text is refused and left alone [RS-28]', () => {
    refused('not a database, but longer than a header: '.repeat(20))
  })

  test('because it ends within its header is refused and left alone [RS-28]', () => {
    refused('SQLite format 3\0')
  })

  test('because it is cut short is refused and left alone [RS-28]', () => {
    const path = temporaryStorePath()
    closedStore(path)
    const whole = readFileSync(path)
    for (const length of [whole.length / 2, 8192, 4096, 200]) refused(whole.subarray(0, length))
  })

  test('because it is another program’s is refused and left alone', () => {
    const path = temporaryStorePath()
    closedStore(path)
    writeFileSync(path, '')
    alterStore(path, 'CREATE TABLE theirs (a)')
    refused(readFileSync(path))
    alterStore(path, 'PRAGMA application_id = 7; PRAGMA user_version = 1')
    refused(readFileSync(path))
  })
})
