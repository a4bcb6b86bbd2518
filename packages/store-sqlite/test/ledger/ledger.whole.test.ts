import { DatabaseSync } from 'node:sqlite'
import { createFidelity, type FidelityOptions } from '@varve/core/fidelity'
import { expect, onTestFinished, test } from 'vitest'
import { openSqliteLedger, openSqliteStore } from '../../src/index.ts'
import { openWith } from '../../src/open-sqlite-store.ts'
import { MIGRATIONS } from '../../src/schema.ts'
import { firstWord, resultOf, startChild } from '../child/run-child.ts'
import { putText, temporaryStorePath } from '../temporary-store.ts'
import { SECRET, session } from './reading-session.ts'

function ledgerAt(path: string, keepOriginals = false) {
  const ledger = openSqliteLedger(path, {
    project: 'sample',
    now: () => 0,
    keepOriginals,
    redact: (text) => text.replaceAll(SECRET, '[redacted:token]'),
  })
  onTestFinished(() => ledger.close())
  return ledger
}

function fidelity(more: Partial<FidelityOptions>) {
  return createFidelity({ sessionId: 's1', budget: 100_000, strict: true, ...more })
}

test('a session that begins again shows the same bytes, and knows its handles [CAM-103]', () => {
  const path = temporaryStorePath()
  const first = fidelity({ store: ledgerAt(path) })
  const view = first.prepare({ window: session(60) })
  expect(view.pass).toBeDefined()
  const second = fidelity({ store: ledgerAt(path) })
  expect(JSON.stringify(second.prepare({ window: session(60) }).messages)).toBe(JSON.stringify(view.messages))
  const { memory: _, ...decided } = second.state()
  expect(decided).toEqual({ ...first.state(), memory: undefined })
  expect(second.original(/recall (\w+)/.exec(JSON.stringify(view.messages))?.[1] ?? '')?.key).toMatch(/^r:/)
})

test('a session whose view was refused stays as it is after a restart, and a pass taken back stays so [CAM-33]', () => {
  const path = temporaryStorePath()
  const first = fidelity({ store: ledgerAt(path) })
  first.prepare({ window: session(60) })
  first.restore('r:0')
  first.undo()
  first.refused('400')
  const second = fidelity({ store: ledgerAt(path) })
  expect(second.prepare({ window: session(60) }).messages).toEqual(session(60).messages)
  expect(second.state().passes.map(({ undoes }) => undoes)).toEqual([undefined, undefined, 2])
})

test('levels that cam decided are a floor after a restart [CAM-103]', () => {
  const path = temporaryStorePath()
  const cam = { profile: 'cam', budget: 30_000 } as const
  const view = fidelity({ ...cam, store: ledgerAt(path) }).prepare({ window: session(30) })
  const again = fidelity({ ...cam, store: ledgerAt(path) }).prepare({ window: session(30) })
  expect(view.levels.full).toBeLessThan(40)
  expect(again.levels).toEqual(view.levels)
})

test('of two processes on one session one commits, and the other goes on from that [CAM-105]', () => {
  const path = temporaryStorePath()
  const one = fidelity({ store: ledgerAt(path) })
  const two = fidelity({ store: ledgerAt(path) })
  const view = one.prepare({ window: session(60) })
  const other = two.prepare({ window: session(60) })
  expect(JSON.stringify(other.messages)).toBe(JSON.stringify(view.messages))
  const rows = new DatabaseSync(path)
    .prepare('SELECT count(*) AS n, count(DISTINCT seq) AS seqs, max(seq) AS last FROM fid_decision')
    .get()
  expect(rows).toMatchObject({ n: one.state().decisions.length, seqs: rows?.n, last: rows?.n })
})

test('a store that is locked is left after 50 ms: the session goes on in memory, and says so once [CAM-106]', async () => {
  const path = temporaryStorePath()
  const ledger = ledgerAt(path)
  const holder = startChild(['hold', path, '2500'])
  const ended = resultOf(holder)
  expect(await firstWord(holder)).toBe('held')
  const engine = fidelity({ store: ledger })
  const view = engine.prepare({ window: session(60) })
  expect(view.pass).toBeDefined()
  expect(view.issues.map(({ code }) => code)).toContain('ledger_volatile')
  engine.restore(() => true)
  expect(engine.prepare({ window: session(60) }).issues.map(({ code }) => code)).not.toContain(
    'ledger_volatile',
  )
  await ended
})

test('decisions can be neither changed nor deleted, but by a purge of their session [CAM-34]', () => {
  const path = temporaryStorePath()
  const ledger = ledgerAt(path, true)
  fidelity({ store: ledger }).prepare({ window: session(60) })
  fidelity({ store: ledger, sessionId: 's2' }).prepare({ window: { ...session(60), sessionId: 's2' } })
  ledger.cache('summary', 'k', 'v')
  const database = new DatabaseSync(path)
  onTestFinished(() => database.close())
  expect(() => database.exec("UPDATE fid_decision SET reason = 'x'")).toThrow('append-only')
  expect(() => database.exec('DELETE FROM fid_decision')).toThrow('append-only')
  expect(ledger.findOriginal('s1', 'r:0')).toContain('[redacted:token]')
  expect(ledger.purgeSession('s1')).toBeGreaterThan(10)
  expect(ledger.load('s1')).toBeUndefined()
  expect(ledger.findOriginal('s1', 'r:0')).toBeUndefined()
  expect(ledger.findCached('summary', 'k')).toBeUndefined()
  expect(ledger.load('s2')?.passes).toHaveLength(1)
  expect(ledger.findOriginal('s2', 'r:0')).toContain('value0_0')
})

test('no secret of a part is stored', () => {
  const path = temporaryStorePath()
  fidelity({ store: ledgerAt(path, true) }).prepare({ window: session(60) })
  const database = new DatabaseSync(path)
  onTestFinished(() => database.close())
  for (const [table, column] of [
    ['fid_original', 'text'],
    ['fid_text', 'text'],
    ['fid_session', 'state'],
  ]) {
    expect(
      database.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${column} LIKE ?`).get(`%${SECRET}%`)?.n,
    ).toBe(0)
  }
})

test('the tables come to a store with a memory in it, and change nothing of that; opening it again changes nothing [CAM-101]', () => {
  const path = temporaryStorePath()
  const before = MIGRATIONS.filter(({ sql }) => !sql.includes('fid_session'))
  const old = openWith(path, { project: 'sample' }, before)
  for (let index = 0; index < 200; index++) putText(old, `e${index}`, `text ${index}`)
  old.close()
  const rows = () => {
    const database = new DatabaseSync(path)
    const tables = database
      .prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'fid_%' AND name NOT LIKE 'purge_%' ORDER BY name",
      )
      .all()
    const all = tables.map(({ name }) => [
      name,
      name === 'search' ? [] : database.prepare(`SELECT * FROM "${name}"`).all(),
    ])
    database.close()
    return JSON.stringify(all)
  }
  const had = rows()
  ledgerAt(path)
  expect(rows()).toBe(had)
  ledgerAt(path)
  expect(rows()).toBe(had)
  openSqliteStore(path, { project: 'sample' }).close()
})
