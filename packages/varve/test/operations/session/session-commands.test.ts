import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sessionIdOf, textKey } from '@varve/core'
import { learningId } from '@varve/core/sessions'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { learn } from '../../../src/operations/learn.ts'
import { learnPromote } from '../../../src/operations/learn-override.ts'
import { captureFile } from '../../../src/operations/session/capture-file.ts'
import { sessionExclude } from '../../../src/operations/session-exclude.ts'
import { sessionList } from '../../../src/operations/session-list.ts'
import { sessionPrune } from '../../../src/operations/session-prune.ts'
import { sessionStatsOperation } from '../../../src/operations/session-stats.ts'
import { sessionTag } from '../../../src/operations/session-tag.ts'
import { undo } from '../../../src/operations/undo.ts'
import { openTestContext, type TestContext } from '../test-context.ts'

let opened: TestContext
beforeEach(() => {
  opened = openTestContext()
})
afterEach(() => opened.close())

const SAID = 'Always use pnpm, never npm.'

/** Takes in a session in which a person says something; gives its id. */
function capture(name: string, text = SAID, timestamp = '2026-01-02T10:00:00Z'): string {
  const path = join(opened.project, `${name}.jsonl`)
  const message = { role: 'user', content: text }
  writeFileSync(
    path,
    `${JSON.stringify({ type: 'user', uuid: `u${name}`, sessionId: name, timestamp, message })}\n`,
  )
  captureFile(opened.context, path, { anyProject: true })
  return sessionIdOf('claude-code', name)
}

const reader = () => opened.context.reading()
const learnt = () => reader().entry(learningId(reader().project, textKey(SAID) ?? ''))?.learning
/** All that is said of sessions, and what they taught. */
const state = () =>
  JSON.stringify([reader().sessions(), reader().sessionMarks(), [...reader().entries({ visibility: 'all' })]])
const said = () =>
  reader()
    .sessions()
    .map(({ id }) => [...reader().sessionMessages(id)])

test('what a session that is left out taught alone is known no longer, and its sighting counts no more', async () => {
  const first = capture('a')
  const ids = [first, ...['b', 'c', 'd'].map((name) => capture(name))]
  await opened.run(learn)
  expect(learnt()).toMatchObject({ sessions: 4, status: 'promoted' })
  const before = state()
  await opened.run(sessionExclude, { session: first })
  expect(learnt()).toMatchObject({ sessions: 3, status: 'observed' })
  await opened.run(undo)
  expect(state()).toBe(before)
  for (const session of ids) await opened.run(sessionExclude, { session })
  expect(learnt()).toMatchObject({ sessions: 0, status: 'discarded' })
  await opened.run(learn)
  expect(learnt()).toMatchObject({ sessions: 0 })
  capture('e')
  await opened.run(learn)
  expect(learnt()).toMatchObject({ sessions: 1, status: 'observed' })
})

test('what a dry run of prune lists is what prune acts on [SL-26]', async () => {
  const old = [capture('a'), capture('b')].sort()
  capture('new', 'hello', '2026-03-06T23:00:00Z')
  const listed = async (more: object) =>
    ((await opened.run(sessionPrune, { olderThan: '30d', ...more })).json as { sessions: readonly string[] })
      .sessions
  expect([...(await listed({ dryRun: true }))].sort()).toEqual(old)
  expect([...(await listed({}))].sort()).toEqual(old)
  expect(await listed({ dryRun: true })).toEqual([])
})

test('what was laid aside comes back to the byte [SL-27]', async () => {
  capture('a')
  const [before, messages] = [state(), JSON.stringify(said())]
  await opened.run(sessionPrune, { olderThan: '30d' })
  expect((await opened.run(sessionList)).json).toMatchObject({ total: 0 })
  await opened.run(undo)
  expect([state(), JSON.stringify(said())]).toEqual([before, messages])
  expect((await opened.run(sessionList)).json).toMatchObject({ total: 1 })
})

test('a list by two tags has only sessions with both', async () => {
  const [both, one] = [capture('a'), capture('b')]
  await opened.run(sessionTag, { session: both, tags: ['ci', 'db'] })
  await opened.run(sessionTag, { session: one, tags: ['ci'] })
  const { json } = await opened.run(sessionList, { tag: ['ci', 'db'] })
  expect(json).toMatchObject({ total: 1, sessions: [{ id: both }] })
})

test('what is said of sessions, and what they teach, is taken back to the byte [SL-102]', async () => {
  const id = capture('a')
  await opened.run(learn)
  capture('b')
  const learning = learningId(reader().project, textKey(SAID) ?? '')
  const steps = [
    () => opened.run(sessionTag, { session: id, tags: ['ci'] }),
    () => opened.run(sessionPrune, { olderThan: '30d' }),
    () => opened.run(sessionExclude, { session: id }),
    () => opened.run(learn),
    () => opened.run(learnPromote, { id: learning, reason: 'sure' }),
  ]
  for (const step of steps) {
    const before = state()
    await step()
    expect(state()).not.toBe(before)
    await opened.run(undo)
    expect(state()).toBe(before)
  }
})

test('an empty project has zeros for statistics [SL-29]', async () => {
  expect((await opened.run(sessionStatsOperation)).json).toEqual({
    total_sessions: 0,
    total_size_bytes: 0,
    total_raw_size_bytes: 0,
    avg_messages_per_session: 0,
    oldest_session: null,
    newest_session: null,
    sessions_by_branch: {},
    size_by_branch: {},
  })
})

test('two agents that call a session the same have two sessions [SL-06]', () => {
  const one = capture('a')
  const path = join(opened.project, 'rollout.jsonl')
  const meta = {
    timestamp: '2026-01-02T10:00:00Z',
    type: 'session_meta',
    payload: { id: 'a', cwd: opened.project },
  }
  const item = {
    timestamp: '2026-01-02T10:00:01Z',
    type: 'response_item',
    payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hello' }] },
  }
  writeFileSync(path, `${JSON.stringify(meta)}\n${JSON.stringify(item)}\n`)
  captureFile(opened.context, path, { anyProject: true })
  expect(
    reader()
      .sessions()
      .map(({ id, external_id, message_count }) => [id, external_id, message_count])
      .sort(),
  ).toEqual(
    [
      [one, 'a', 1],
      [sessionIdOf('codex', 'a'), 'a', 1],
    ].sort(),
  )
})
