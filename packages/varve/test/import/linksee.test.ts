import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { importFiles } from '../../src/operations/import.ts'
import { recall } from '../../src/operations/recall.ts'
import { openTestContext, type TestContext } from '../operations/test-context.ts'

let world: TestContext
beforeEach(() => {
  world = openTestContext()
})
afterEach(() => world.close())

const NOW = Date.UTC(2026, 2, 7) / 1000
const DAY = 24 * 60 * 60

/** The tables that are read, as the program makes them (schema 5). */
const SCHEMA = `
CREATE TABLE entities (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, canonical_key TEXT UNIQUE);
CREATE TABLE memories (
  id INTEGER PRIMARY KEY, entity_id INTEGER NOT NULL, layer TEXT NOT NULL, content TEXT NOT NULL,
  importance REAL NOT NULL DEFAULT 0.5, protected INTEGER NOT NULL DEFAULT 0, source TEXT,
  created_at INTEGER NOT NULL, last_accessed_at INTEGER NOT NULL, access_count INTEGER NOT NULL DEFAULT 0);
CREATE TABLE consolidations (id INTEGER PRIMARY KEY, learning_id INTEGER, replaced_ids TEXT NOT NULL);
INSERT INTO entities VALUES (1, 'project', 'checkout-api', 'repo:checkout'), (2, 'person', 'Ada', NULL);
`

const ENVELOPE = {
  title: 'Pool size',
  altitude: 'architecture',
  type: 'decision',
  state: 'decided',
  what: 'The pool has 50 connections.',
  why: 'Postgres refuses more than 100.',
  affects: ['config/db.ts', '/home/ada/notes.md'],
  session_id: 's1',
}
const SUMMARY = {
  source: 'consolidate',
  original_layer: 'context',
  count: 2,
  pattern: '2 cold observations on "checkout-api"',
  exemplars: [
    { when: '2026-01-05', fragment: JSON.stringify({ what: 'The cache is cold at night.', type: 'note' }) },
    { when: '2026-01-06', fragment: '{"title":"cut in the mid…' },
  ],
  replaced_ids: [7, 8],
}

type Row = readonly [id: number, entity: number, layer: string, content: string, more?: Partial<Counters>]
interface Counters {
  readonly importance: number
  readonly isProtected: boolean
  readonly used: number
  readonly usedAt: number
}

function database(rows: readonly Row[]): string {
  const path = join(world.project, 'memory.db')
  const file = new DatabaseSync(path)
  file.exec(SCHEMA)
  const insert = file.prepare('INSERT INTO memories VALUES (?, ?, ?, ?, ?, ?, NULL, ?, ?, ?)')
  for (const [id, entity, layer, content, more = {}] of rows) {
    const { importance = 0.5, isProtected = false, used = 0, usedAt = NOW } = more
    insert.run(id, entity, layer, content, importance, isProtected ? 1 : 0, NOW - 400 * DAY, usedAt, used)
  }
  file.close()
  return path
}

const ROWS: readonly Row[] = [
  [1, 1, 'learning', JSON.stringify(ENVELOPE, null, 2), { importance: 0.8, used: 10, usedAt: NOW }],
  [2, 2, 'caveat', 'Never push on Fridays.', { isProtected: true }],
  [3, 1, 'implementation', '{"what": "cut', { isProtected: true, used: 500, usedAt: NOW - 30.5 * DAY }],
  [4, 1, 'learning', JSON.stringify(SUMMARY)],
]

const entry = (id: string) => world.context.reading().entry(id as never)

test('a database of linksee-memory comes in with its ids, attributes and warmth; only what is no envelope stays as it was [LK-57]', async () => {
  const path = database(ROWS)
  const { json } = await world.run(importFiles, { paths: [path] })
  expect(json).toMatchObject({ formats: ['linksee'] })
  expect(entry('linksee-1')).toMatchObject({
    content: 'The pool has 50 connections.\nWhy: Postgres refuses more than 100.',
    layer: 'learning',
    altitude: 'architecture',
    mem_type: 'decision',
    mem_state: 'decided',
    importance: 0.8,
    entity: { kind: 'project', name: 'checkout-api' },
    created: (NOW - 400 * DAY) * 1000,
    extra: { envelope: { title: 'Pool size', session_id: 's1' }, entity_key: 'repo:checkout' },
  })
  expect(entry('linksee-1')?.refs.map((ref) => ref.path)).toEqual(['config/db.ts'])
  expect(entry('linksee-3')).toMatchObject({ content: '{"what": "cut', layer: 'implementation' })
  expect(entry('linksee-4')?.content).toBe(
    '2 cold observations on "checkout-api"\n- 2026-01-05: The cache is cold at night.\n- 2026-01-06: {"title":"cut in the mid…',
  )
  // Protected is worked out: a caveat is, whatever else was marked so isn't.
  expect(entry('linksee-2')).toMatchObject({ layer: 'caveat' })
  expect(entry('linksee-3')?.pinned).toBeUndefined()

  // As warm as there: 10 uses just now at .8; 500 uses over 30 days ago.
  const { json: recalled } = await world.run(recall, { text: [], preview: true })
  const heats = new Map(
    (recalled as { items: { id: string; heat: number }[] }).items.map(({ id, heat }) => [id, heat]),
  )
  expect(heats.get('linksee-1')).toBe(77)
  expect(heats.get('linksee-3')).toBe(42.5)
})

test('taken in again it changes nothing; what was changed there since is a revision', async () => {
  const path = database(ROWS)
  await world.run(importFiles, { paths: [path] })
  const before = world.context.reading().accesses()
  const { json } = await world.run(importFiles, { paths: [path] })
  expect(json).toMatchObject({ added: 0, revised: 0, plan_id: null })
  expect(world.context.reading().accesses()).toEqual(before)
  const there = new DatabaseSync(path)
  there.exec("UPDATE memories SET content = 'Never push on Fridays or Sundays.' WHERE id = 2")
  there.close()
  expect((await world.run(importFiles, { paths: [path] })).json).toMatchObject({ added: 0, revised: 1 })
})

test('another database is refused, with its name', async () => {
  const path = join(world.project, 'other.db')
  const file = new DatabaseSync(path)
  file.exec('CREATE TABLE memories (id INTEGER)')
  file.close()
  await expect(world.run(importFiles, { paths: [path] })).rejects.toMatchObject({ code: 'unknown_format' })
})
