import { appendFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createMemoryStore, sessionIdOf, VarveError } from '@varve/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { captureFile } from '../../../src/operations/session/capture-file.ts'
import { sessionPrune } from '../../../src/operations/session-prune.ts'
import { undo } from '../../../src/operations/undo.ts'
import { openTestContext, type TestContext } from '../test-context.ts'

const ID = sessionIdOf('claude-code', 'abc')

let opened: TestContext
let path: string
beforeEach(() => {
  opened = openTestContext()
  path = join(opened.project, 'session.jsonl')
})
afterEach(() => opened.close())

const line = (n: number, timestamp: string | undefined) =>
  `${JSON.stringify({ type: 'user', uuid: `u${n}`, sessionId: 'abc', timestamp, message: { role: 'user', content: `message ${n}` } })}\n`
const old = (n: number) => line(n, '2026-01-02T10:00:00Z')
const later = (n: number) => line(n, '2026-03-20T10:00:00Z')

const capture = (file = path) => captureFile(opened.context, file, { anyProject: true })
const kept = () =>
  [...opened.context.reading().sessionMessages(ID)].map(({ parts }) => parts.map(({ text }) => text).join())
const prune = (more: object = {}) => opened.run(sessionPrune, { olderThan: '30d', ...more })
const purge = () => prune({ purge: true, yes: true })

test('what was purged of a session is never taken in again; what is said later is', async () => {
  writeFileSync(path, old(1) + old(2) + line(3, undefined))
  capture()
  await purge()
  expect(kept()).toEqual([])
  appendFileSync(path, later(4))
  expect(capture()).toMatchObject({ messages: 1, revised: 0 })
  expect(kept()).toEqual(['message 4'])
  const copy = join(opened.project, 'copy.jsonl')
  writeFileSync(copy, old(1) + old(2) + line(3, undefined) + later(4))
  expect(capture(copy)).toMatchObject({ messages: 0, revised: 0 })
  expect(kept()).toEqual(['message 4'])
})

test('a store that has nothing but the journal takes in nothing from before the purge either', async () => {
  writeFileSync(path, old(1))
  capture()
  await purge()
  const value = opened.context.reading().sessionMark(ID, 'archive', '') ?? null
  const anew = createMemoryStore()
  anew.transact('sync', (writer) => writer.putSessionMark({ session: ID, mark: 'archive', name: '', value }))
  appendFileSync(path, later(2))
  captureFile({ ...opened.context, reading: () => anew, writing: () => anew }, path, { anyProject: true })
  expect([...anew.sessionMessages(ID)].map(({ parts }) => parts[0]?.text)).toEqual(['message 2'])
})

test('to purge a session that was laid aside is one record, which undo refuses', async () => {
  writeFileSync(path, old(1))
  capture()
  const aside = (await prune()).json as { plan_id: string }
  const purged = (await purge()).json as { plan_id: string | null; sessions: readonly string[] }
  expect(purged).toMatchObject({ plan_id: expect.stringMatching(/^pl_/), sessions: [ID] })
  for (const plan of [aside.plan_id, purged.plan_id]) {
    await expect(opened.run(undo, { plan, cascade: true })).rejects.toSatisfy(
      (error) => VarveError.isInstance(error) && error.code === 'undo_conflict',
    )
  }
  expect((await purge()).json).toMatchObject({ plan_id: null, sessions: [] })
})

test('a session that is named is purged however new it is', async () => {
  writeFileSync(path, later(1))
  capture()
  expect((await opened.run(sessionPrune, { session: 'abc', purge: true, yes: true })).json).toMatchObject({
    sessions: [ID],
  })
  expect(kept()).toEqual([])
})

test('a transcript that states no times is of when it was written', () => {
  writeFileSync(path, line(1, undefined))
  const written = new Date('2025-05-05T05:05:05Z')
  utimesSync(path, written, written)
  capture()
  expect(opened.context.reading().session(ID)).toMatchObject({
    started_at: null,
    last_event_at: written.getTime(),
  })
})
