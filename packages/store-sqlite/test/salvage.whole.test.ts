import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { applyRecord, entryEntity, entryId, findDrift, rebuildState } from '@varve/core'
import { buildAdd, buildRecord } from '@varve/core/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Connection } from '../src/connection.ts'
import { openSqliteStore } from '../src/index.ts'
import { recoverSqliteStore } from '../src/recover-store.ts'
import { salvageJournal } from '../src/salvage/salvage-journal.ts'
import { temporaryStorePath } from './temporary-store.ts'

const NOW = Date.UTC(2026, 2, 7)
const PAGE = 4096

/** Of lengths on both sides of what fits into a page, so that some go on in others. */
const records = Array.from({ length: 60 }, (_, index) =>
  buildRecord(index, [
    buildAdd(`a${index}`, `Text ${index} says ${'much '.repeat((index * 37) % 400)}`),
    buildAdd(`b${index}`, index % 10 === 0 ? 'é'.repeat(30_000) : `short ${index}`),
  ]),
)

const QUARANTINED = {
  format: 'jsonl',
  file: 'notes.jsonl',
  line: 3,
  offset: 99,
  reason: 'not JSON',
  text: '{"half',
  encoding: 'utf8',
  at: NOW,
} as const

function storeOfRecords(): string {
  const path = temporaryStorePath()
  const store = openSqliteStore(path, { project: 'sample' })
  store.transact('fill', (writer) => {
    for (const record of records) applyRecord(writer, record)
    writer.replaceQuarantine(new Set(), [QUARANTINED])
  })
  store.close()
  return path
}

let cached: Buffer | undefined

function wholeStore(): Buffer {
  cached ??= readFileSync(storeOfRecords())
  return Buffer.from(cached)
}

function damagedStore(damage: (bytes: Buffer) => Buffer): string {
  const path = temporaryStorePath()
  openSqliteStore(path, { project: 'sample' }).close()
  writeFileSync(path, damage(wholeStore()))
  return path
}

describe('salvage of a damaged file', () => {
  test('finds every record of a whole one, long texts and quarantined items too', () => {
    const path = damagedStore((bytes) => bytes)
    expect(salvageJournal(path)).toEqual({ records, quarantined: [QUARANTINED], total: records.length })
  })

  test('finds every record where only the first hundred bytes are gone [RS-28]', () => {
    const path = damagedStore((bytes) => bytes.fill(0, 0, 100))
    expect(salvageJournal(path)).toMatchObject({ records, total: records.length })
  })

  test('counts by no page that only looks like the last of a table [RS-28]', () => {
    const path = damagedStore((bytes) => bytes)
    for (let page = 1; page < wholeStore().length / PAGE; page++) {
      writeFileSync(
        path,
        wholeStore()
          .fill(13, page * PAGE, (page + 1) * PAGE)
          .fill(0, 0, PAGE),
      )
      const { total } = salvageJournal(path)
      expect(total ?? records.length, `page ${page}`).toBe(records.length)
    }
  })

  test('gives nothing that was not written, and says how many are missing where that can be known [RS-28]', () => {
    const byId = new Map(records.map((record) => [record.id, record]))
    const pages = wholeStore().length / PAGE
    const path = damagedStore((bytes) => bytes)
    fc.assert(
      fc.property(
        fc.array(fc.record({ page: fc.nat(pages - 1), byte: fc.nat(255) }), { minLength: 1, maxLength: 6 }),
        fc.option(fc.nat(pages)),
        (broken, end) => {
          const bytes = wholeStore()
          for (const { page, byte } of broken) bytes.fill(byte, page * PAGE, (page + 1) * PAGE)
          writeFileSync(path, end === null ? bytes : bytes.subarray(0, end * PAGE))
          const salvage = salvageJournal(path)
          for (const record of salvage.records) expect(record).toEqual(byId.get(record.id))
          if (salvage.total !== undefined) expect(salvage.total).toBe(records.length)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('survives any bytes', () => {
    const path = damagedStore((whole) => whole)
    fc.assert(
      fc.property(fc.uint8Array({ minLength: PAGE, maxLength: PAGE * 3 }), fc.nat(255), (bytes, kind) => {
        const pages = Buffer.concat([bytes, Buffer.alloc(PAGE * 3)])
        // Looks like a leaf, or nearly.
        pages[PAGE] = kind % 2 === 0 ? 0x0d : kind
        writeFileSync(path, pages)
        expect(salvageJournal(path).records).toEqual([])
      }),
      { numRuns: 100 },
    )
  })

  test('reads what only the log has yet [RS-28]', () => {
    const path = temporaryStorePath()
    const store = openSqliteStore(path, { project: 'sample' })
    for (const record of records.slice(0, 20)) store.transact('add', (writer) => applyRecord(writer, record))
    const copy = temporaryStorePath()
    openSqliteStore(copy, { project: 'sample' }).close()
    copyFileSync(path, copy)
    copyFileSync(`${path}-wal`, `${copy}-wal`)
    store.close()
    expect(salvageJournal(copy)).toMatchObject({ records: records.slice(0, 20), total: 20 })
  })

  test('never brings back what was erased', () => {
    const path = storeOfRecords()
    const store = openSqliteStore(path, { project: 'sample' })
    store.transact('purge', (writer) => writer.eraseEvents(entryEntity(entryId('a7'))))
    store.close()
    const salvage = salvageJournal(path)
    expect(salvage.records).toHaveLength(records.length)
    expect(salvage.records[7]?.operations[0]).toMatchObject({ op: 'erased', id: 'a7' })
    expect(JSON.stringify(salvage)).not.toContain('Text 7 says')
  })
})

describe('recovery', () => {
  const options = { project: 'sample' }

  test('leaves a sound store, and one that is just being made, as they are', () => {
    const path = storeOfRecords()
    expect(recoverSqliteStore(path, options, NOW)).toBeUndefined()
    writeFileSync(path, '')
    expect(recoverSqliteStore(path, options, NOW)).toBeUndefined()
    expect(recoverSqliteStore(temporaryStorePath(), options, NOW)).toBeUndefined()
  })

  test('keeps the damaged bytes beside a store that holds the same journal and what is folded from it [RS-28]', () => {
    const path = damagedStore((bytes) => bytes.fill(0, 0, PAGE))
    const damaged = readFileSync(path)
    const recovery = recoverSqliteStore(path, options, NOW)
    expect(recovery).toMatchObject({ records: records.length })
    expect(readFileSync(recovery?.keptAs ?? '')).toEqual(damaged)
    expect(recovery?.keptAs).toBe(`${path}.corrupt-2026-03-07T00-00-00-000Z`)
    const store = openSqliteStore(path, options)
    expect(store.records({}).map(({ id }) => id)).toEqual(records.map(({ id }) => id))
    expect(store.size().entries).toBe(120)
    expect(store.quarantine()).toEqual([QUARANTINED])
    expect([findDrift(store), store.damagedRecords(), store.fileProblems()]).toEqual([[], [], []])
    store.close()
  })
})

describe('state of a record that can no longer be read', () => {
  test('is named as drift, and goes when the journal is folded again', () => {
    const path = storeOfRecords()
    const connection = new Connection(path, { busyTimeoutMs: 0, readOnly: false })
    connection.exec(`UPDATE operations SET body = '{' WHERE n >> 24 = 1`)
    connection.close()
    const store = openSqliteStore(path, { project: 'sample' })
    expect(findDrift(store).map(({ subjects }) => subjects)).toEqual([['entry a0'], ['entry b0']])
    store.transact('mend', rebuildState)
    expect(findDrift(store)).toEqual([])
    expect(store.size().entries).toBe(118)
    expect(store.damagedRecords().map(({ id }) => id)).toEqual([records[0]?.id])
    store.close()
  })
})
