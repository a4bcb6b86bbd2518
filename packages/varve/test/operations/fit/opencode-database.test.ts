import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fit } from '../../../src/operations/fit.ts'
import { fitBench } from '../../../src/operations/fit-bench.ts'
import { openTestContext, type TestContext } from '../test-context.ts'

let opened: TestContext
let store: DatabaseSync
let path: string

/** A database that opencode has open: what it wrote last is in the log beside it. */
beforeEach(() => {
  opened = openTestContext()
  path = join(opened.project, 'opencode.db')
  store = new DatabaseSync(path)
  store.exec(`PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0;
    CREATE TABLE session (id TEXT, directory TEXT, title TEXT, parent_id TEXT, time_created INTEGER, time_updated INTEGER);
    CREATE TABLE message (id TEXT, session_id TEXT, time_created INTEGER, data TEXT);
    CREATE TABLE part (id TEXT, message_id TEXT, session_id TEXT, data TEXT)`)
  put('ses_old', null, 1, ['an older session'])
  put('ses_new', null, 3, ['the newest session', 'and its second turn'])
  put('ses_sub', 'ses_new', 4, ['asked of a sub-agent'])
})

afterEach(() => {
  store.close()
  opened.close()
})

function put(session: string, parent: string | null, updated: number, texts: readonly string[]): void {
  store
    .prepare('INSERT INTO session VALUES (?, ?, ?, ?, ?, ?)')
    .run(session, opened.project, 'A title', parent, updated, updated)
  texts.forEach((text, turn) => {
    say(session, 10 * turn, 'user', { type: 'text', text })
    const state = { status: 'completed', input: { command: 'ls' }, output: `listing ${turn}` }
    say(session, 10 * turn + 1, 'assistant', { type: 'tool', tool: 'bash', callID: `c${turn}`, state })
    say(session, 10 * turn + 2, 'assistant', { type: 'text', text: 'done' })
  })
}

function say(session: string, at: number, role: string, part: object): void {
  const created = 1_790_000_000_000 + at
  const id = `msg_${session}_${100 + at}`
  store
    .prepare('INSERT INTO message VALUES (?, ?, ?, ?)')
    .run(id, session, created, JSON.stringify({ role, time: { created } }))
  store.prepare('INSERT INTO part VALUES (?, ?, ?, ?)').run(`prt_${id}`, id, session, JSON.stringify(part))
}

const bytes = () => [path, `${path}-wal`].map((file) => readFileSync(file).toString('base64'))

test('a database that opencode is writing is read as it is, and left as it was to the byte [CAM-28]', async () => {
  store.exec('BEGIN IMMEDIATE')
  const before = bytes()
  const { json } = await opened.run(fit, { transcript: path })
  expect(json).toMatchObject({ transcript: { format: 'opencode', session: 'ses_new', calls: 4 } })
  expect(bytes()).toEqual(before)
  store.exec('COMMIT')
  put('ses_last', null, 9, ['one more'])
  const after = await opened.run(fit, { transcript: path })
  expect(after.json).toMatchObject({ transcript: { session: 'ses_last', calls: 2 } })
})

test('of several sessions one is chosen by its number or its id, and all are replayed together', async () => {
  const chosen = async (session: string) => (await opened.run(fit, { transcript: path, session })).json
  expect(await chosen('2')).toMatchObject({ transcript: { session: 'ses_old' } })
  expect(await chosen('ses_sub')).toMatchObject({ transcript: { session: 'ses_sub' } })
  await expect(chosen('ses_none')).rejects.toMatchObject({ code: 'unreadable' })
  const { json } = await opened.run(fitBench, { folder: opened.project, minCalls: 1 })
  expect(json).toMatchObject({ sessions: [{ session: 'ses_new' }, { session: 'ses_old' }] })
})

test('a database of something else is refused', async () => {
  store.exec('DROP TABLE part')
  await expect(opened.run(fit, { transcript: path })).rejects.toMatchObject({ code: 'unreadable' })
})
