import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { partIdOf, sessionIdOf } from '@varve/core'
import { textKey } from '@varve/core/guard'
import { learningId } from '@varve/core/sessions'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compose } from '../../../src/compose.ts'
import { learn } from '../../../src/operations/learn.ts'
import { learnPromote } from '../../../src/operations/learn-override.ts'
import { purge } from '../../../src/operations/purge.ts'
import { captureFile } from '../../../src/operations/session/capture-file.ts'
import { sessionExclude } from '../../../src/operations/session-exclude.ts'
import { sessionImport } from '../../../src/operations/session-import.ts'
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

test('a list calls a session by what a person said first, where it has no title', async () => {
  capture('a', 'Why does the export fail?\nIt did not yesterday.')
  const { json, human } = await opened.run(sessionList)
  const asked = 'Why does the export fail? It did not yesterday.'
  expect(json).toMatchObject({ sessions: [{ title: null, asked }] })
  expect(human).toContain(`)  ${asked}\n`)
})

test('a list by two tags has only sessions with both [SL-28]', async () => {
  const [both, one] = [capture('a'), capture('b')]
  await opened.run(sessionTag, { session: both, tags: ['ci', 'db'] })
  await opened.run(sessionTag, { session: one, tags: ['ci'] })
  const { json } = await opened.run(sessionList, { tag: ['ci', 'db'] })
  expect(json).toMatchObject({ total: 1, sessions: [{ id: both }] })
})

/** A project of the same user beside this one, in which one session was captured. */
function neighbour(name: string, timestamp: string): { readonly session: string; readonly database: string } {
  const folder = join(opened.project, '..', name)
  mkdirSync(folder)
  const { context, close } = compose({
    via: 'library',
    cwd: folder,
    env: { VARVE_HOME: opened.context.place.home },
    readInput: async () => '',
    confirm: async () => true,
    editText: async () => undefined,
    progress: () => {},
  })
  const path = join(folder, 'session.jsonl')
  const message = { role: 'user', content: SAID }
  writeFileSync(
    path,
    `${JSON.stringify({ type: 'user', uuid: 'u1', sessionId: name, timestamp, message })}\n`,
  )
  captureFile(context, path, { anyProject: true })
  close()
  return { session: sessionIdOf('claude-code', name), database: context.place.databasePath }
}

test('a list of all projects has those whose memory can be opened, the newest first, and names the others [SL-28]', async () => {
  const own = capture('a')
  const newer = neighbour('newer', '2026-01-03T10:00:00Z')
  const [damaged, closed] = ['damaged', 'closed'].map((name) => neighbour(name, '2026-01-04T10:00:00Z'))
  if (damaged === undefined || closed === undefined) throw new Error('none')
  writeFileSync(damaged.database, 'no database')
  // Of a user who may read everything, a folder in its place is as closed as a file may be.
  rmSync(closed.database)
  mkdirSync(closed.database)
  const { sessions, unreadable } = (await opened.run(sessionList, { allProjects: true })).json as {
    sessions: { id: string; project: string }[]
    unreadable: string[]
  }
  const projectOf = (database: string) => basename(dirname(database))
  expect(sessions.map(({ id, project }) => [id, project])).toEqual([
    [newer.session, projectOf(newer.database)],
    [own, opened.context.place.projectId],
  ])
  expect(unreadable).toEqual([damaged, closed].map(({ database }) => projectOf(database)).sort())
  expect((await opened.run(sessionList)).json).toMatchObject({ total: 1, sessions: [{ id: own }] })
  expect((await opened.run(sessionList, { allProjects: true, limit: 1 })).json).toMatchObject({
    total: 2,
    truncated: true,
    sessions: [{ id: newer.session }],
  })
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

test('the memory’s own block in a transcript teaches nothing, and a person who says it again counts once [BR-07]', async () => {
  for (const name of ['a', 'b']) capture(name)
  await opened.run(learn)
  const learning = learningId(reader().project, textKey(SAID) ?? '')
  const before = reader().entry(learning)
  const path = join(opened.project, 'echo.jsonl')
  const say = (n: number, content: string) =>
    `${JSON.stringify({ type: 'user', uuid: `e${n}`, parentUuid: n === 0 ? null : `e${n - 1}`, sessionId: 'echo', timestamp: '2026-01-03T10:00:00Z', message: { role: 'user', content } })}\n`
  const block = `<varve-context v="1">\n- ${SAID} (0bfa9168, 2026-01-02)\n</varve-context>`
  const echoes = [0, 1, 2, 3, 4].map((n) => say(n, block)).join('')
  writeFileSync(path, echoes)
  captureFile(opened.context, path, { anyProject: true })
  await opened.run(learn)
  expect(reader().entry(learning)).toEqual(before)
  writeFileSync(path, echoes + say(5, SAID))
  captureFile(opened.context, path, { anyProject: true })
  await opened.run(learn)
  const after = reader().entry(learning)
  expect(after?.sightings).toHaveLength(3)
  expect(after?.confidence).toBe(before?.confidence)
  expect(after?.sightings.map(({ source }) => source.session)).toContain(sessionIdOf('claude-code', 'echo'))
})

test('a guess in the midst of a search for a fault is no fact once it is taken back [BR-24]', async () => {
  const path = join(opened.project, 'guess.jsonl')
  const say = (n: number, role: string, content: string) =>
    `${JSON.stringify({ type: role, uuid: `e${n}`, parentUuid: n === 0 ? null : `e${n - 1}`, sessionId: 'guess', timestamp: `2026-01-03T10:00:0${n}Z`, message: { role, content } })}\n`
  writeFileSync(
    path,
    say(0, 'user', 'search is broken: the index must be corrupt') +
      say(1, 'assistant', 'I will rebuild the index.') +
      say(2, 'user', 'no, my parser dropped the quotes; the index is fine'),
  )
  captureFile(opened.context, path, { anyProject: true })
  await opened.run(learn)
  const known = [...reader().entries({ visibility: 'all' })].map(({ content }) => content)
  expect(known.join()).not.toMatch(/corrupt/)
})

test('ids have 96 bits and more, and of two projects each has its own of one id [SL-100]', () => {
  const session = capture('a')
  const other = openTestContext()
  try {
    const path = join(other.project, 'a.jsonl')
    const message = { role: 'user', content: 'something else' }
    writeFileSync(
      path,
      `${JSON.stringify({ type: 'user', uuid: 'ua', sessionId: 'a', timestamp: '2026-01-02T10:00:00Z', message })}\n`,
    )
    captureFile(other.context, path, { anyProject: true })
    const texts = [opened, other].map(({ context }) => [...context.reading().sessionMessages(session)])
    expect(texts.map(([first]) => first?.parts[0]?.text)).toEqual([SAID, 'something else'])
    const [message0] = texts[0] ?? []
    const ids = [
      session,
      message0?.id ?? '',
      partIdOf(message0?.id ?? '', 0),
      learningId(reader().project, 'k'),
    ]
    const bits = ids.map((id) => 4 * id.replace(/^[smp]_|-/g, '').length)
    for (const each of bits) expect(each).toBeGreaterThanOrEqual(96)
  } finally {
    other.close()
  }
})

test('of transcripts that can’t be read each is told with its reason, and the others are taken in [RS-36]', async () => {
  const folder = join(opened.project, 'history')
  mkdirSync(folder)
  const good = `${JSON.stringify({ type: 'user', uuid: 'u', sessionId: 'good', timestamp: '2026-01-02T10:00:00Z', message: { role: 'user', content: 'hello' } })}\n`
  writeFileSync(join(folder, 'a.jsonl'), 'garbage\n{"broken\n')
  writeFileSync(join(folder, 'opencode.db'), `SQLite format 3\0${'x'.repeat(2000)}`)
  writeFileSync(join(folder, 'z.jsonl'), `${good}{"broken\n`)
  const { json } = await opened.run(sessionImport, { paths: [folder], anyProject: true })
  expect(json).toMatchObject({
    sessions: 1,
    captured: { messages: 1 },
    skipped: [
      { path: join(folder, 'a.jsonl'), reason: 'unknown_format' },
      { path: join(folder, 'opencode.db'), reason: 'unreadable' },
    ],
    issues: expect.arrayContaining([expect.objectContaining({ code: 'transcript_bad_line' })]),
  })
  const named = opened.run(sessionImport, { paths: [join(folder, 'opencode.db')], anyProject: true })
  await expect(named).rejects.toMatchObject({ code: 'unreadable' })
})

test('every refusal of a session’s command says what, why, and one command that works', async () => {
  const refusals = [
    opened.run(sessionTag, { session: 's_000000', tags: ['ci'] }),
    opened.run(sessionTag, { session: capture('a'), tags: ['No Tag'] }),
    opened.run(sessionPrune, { olderThan: 'soon' }),
    opened.run(sessionExclude, { session: 's_000000' }),
    opened.run(sessionImport, { paths: [] }),
    opened.run(sessionImport, { paths: ['gone'] }),
  ]
  for (const refusal of refusals)
    await expect(refusal).rejects.toMatchObject({
      message: expect.stringMatching(/\w/),
      fix: [expect.stringMatching(/^varve /)],
    })
})

test('a part that a learning quotes is purged only by force; undo refuses, and the rest stays', async () => {
  const session = capture('a')
  await opened.run(learn)
  const [message] = reader().sessionMessages(session)
  const part = partIdOf(message?.id ?? '', 0)
  await expect(opened.run(purge, { part, yes: true })).rejects.toMatchObject({
    subjects: [learningId(reader().project, textKey(SAID) ?? '')],
    fix: [`varve purge --part ${part} --force`],
  })
  const { json } = await opened.run(purge, { part, force: true, yes: true })
  const texts = () => [...reader().sessionMessages(session)].flatMap(({ parts }) => parts)
  expect(texts()).toEqual([{ kind: 'marker', text: '[purged]' }])
  const { plan_id: plan } = json as { plan_id: string }
  await expect(opened.run(undo, { plan })).rejects.toMatchObject({ code: 'undo_conflict' })
  capture('a')
  expect(texts()).toEqual([{ kind: 'marker', text: '[purged]' }])
  await expect(opened.run(purge, { part, yes: true })).rejects.toMatchObject({ code: 'not_found' })
})

test('sessions are found by a file that their tools touched, with what the user had asked for', async () => {
  const line = (uuid: string, type: string, content: unknown) =>
    JSON.stringify({
      type,
      uuid,
      sessionId: 'touching',
      timestamp: '2026-01-02T10:00:00Z',
      message: { role: type, content },
    })
  const call = (id: string, name: string, input: object) => ({ type: 'tool_use', id, name, input })
  const path = join(opened.project, 'touching.jsonl')
  const lines = [
    line('u1', 'user', 'Raise the pool to 50.'),
    line('a1', 'assistant', [
      call('t1', 'Edit', { file_path: 'config/db_pool.ts', old_string: '20', new_string: '50' }),
    ]),
    line('u2', 'user', 'Now run its tests.'),
    line('a2', 'assistant', [call('t2', 'Bash', { command: 'npx vitest run "config/db_pool.ts"' })]),
    line('a3', 'assistant', [call('t3', 'Read', { file_path: 'README.md' })]),
  ]
  writeFileSync(path, `${lines.join('\n')}\n`)
  captureFile(opened.context, path, { anyProject: true })
  capture('other')
  const { json, human } = await opened.run(sessionList, { file: 'db_pool' })
  expect(json).toMatchObject({
    total: 1,
    sessions: [
      {
        external_id: 'touching',
        touches: [
          { path: 'config/db_pool.ts', tool: 'Edit', intent: 'Raise the pool to 50.' },
          { path: 'config/db_pool.ts', tool: 'Bash', intent: 'Now run its tests.' },
        ],
      },
    ],
  })
  expect(human).toContain('Edit config/db_pool.ts: Raise the pool to 50.')
  const last = (await opened.run(sessionList, { file: 'db_pool', intents: 1 })).json
  expect(last).toMatchObject({ sessions: [{ touches: [{ tool: 'Bash' }] }] })
  // A part of a path is meant letter for letter.
  for (const file of ['dbXpool', 'db%pool']) {
    expect((await opened.run(sessionList, { file })).json).toMatchObject({ total: 0 })
  }
})

test('a packed transcript is taken in as the file that it was, and what is cut off is told of', async () => {
  const path = join(opened.project, 'said.jsonl')
  const message = { role: 'user', content: SAID }
  const lines = Array.from(
    { length: 3 },
    (_, n) => `${JSON.stringify({ type: 'user', uuid: `u${n}`, sessionId: 'packed', message })}\n`,
  )
  writeFileSync(path, lines.join(''))
  const packed = gzipSync(readFileSync(path))
  mkdirSync(join(opened.project, 'history'))
  writeFileSync(join(opened.project, 'history/said.jsonl.gz'), packed)
  writeFileSync(join(opened.project, 'history/torn.jsonl.gz'), packed.subarray(0, packed.length - 12))
  writeFileSync(join(opened.project, 'history/pictures.tar.gz'), packed)
  const taken = await opened.run(sessionImport, { paths: ['history'] })
  expect(taken.json).toMatchObject({
    sessions: 1,
    captured: { messages: 3 },
    skipped: [{ path: expect.stringMatching(/torn\.jsonl\.gz$/), reason: 'unreadable' }],
  })
  const before = state()
  expect((await opened.run(sessionImport, { paths: ['history/said.jsonl.gz'] })).json).toMatchObject({
    captured: { messages: 0 },
    skipped: [{ reason: 'unchanged' }],
  })
  expect((await opened.run(sessionImport, { paths: ['said.jsonl'] })).json).toMatchObject({
    sessions: 1,
    captured: { messages: 0 },
  })
  expect(JSON.parse(before)[0][0].id).toBe(sessionIdOf('claude-code', 'packed'))
  await expect(opened.run(sessionImport, { paths: ['history/torn.jsonl.gz'] })).rejects.toMatchObject({
    code: 'unreadable',
  })
})
