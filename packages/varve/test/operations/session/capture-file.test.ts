import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryStore, messageIdOf, partIdOf, type Store, sessionIdOf } from '@varve/core'
import { DIGEST_PROMPT } from '@varve/core/consolidate'
import { MERGE_PROMPTS, NARRATE_PROMPT, STALE_PROMPT } from '@varve/core/propose'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { captureFile } from '../../../src/operations/session/capture-file.ts'
import { openTestContext } from '../test-context.ts'

const SESSION = '00893aaf-19fa-41d2-8238-13269b9b3ca0'

const opened = openTestContext()
afterAll(() => opened.close())

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'varve-capture-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function line(n: number, message: object, more: object = {}): string {
  const uuid = `a1f4c0de-0000-4000-8000-00000000000${n}`
  const parentUuid = n === 1 ? null : `a1f4c0de-0000-4000-8000-00000000000${n - 1}`
  return `${JSON.stringify({
    type: 'role' in message && message.role === 'assistant' ? 'assistant' : 'user',
    uuid,
    parentUuid,
    sessionId: SESSION,
    timestamp: `2026-03-07T10:00:0${n}.000Z`,
    gitBranch: 'main',
    message,
    ...more,
  })}\n`
}

const typed = (n: number, content: string) => line(n, { role: 'user', content })
const THREE = [
  typed(1, 'Führe die Tests aus 🔥'),
  line(2, {
    role: 'assistant',
    id: 'msg',
    content: [{ type: 'tool_use', id: 'c', name: 'Bash', input: { command: 'npm test' } }],
  }),
  line(3, {
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: 'c', content: 'Exit code 1', is_error: true }],
  }),
]

function fileOf(text: string | Buffer, name = 'session.jsonl'): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

function open() {
  const memory = createMemoryStore()
  const context = { ...opened.context, reading: () => memory, writing: () => memory }
  const capture = (path: string) => captureFile(context, path, { anyProject: true })
  return { context, capture, store: context.writing() }
}

function kept(store: Store, session = sessionIdOf('claude-code', SESSION)) {
  return [...store.sessionMessages(session)]
}

test('ids of sessions, messages and parts follow from what the agent called them [SL-07]', () => {
  const session = sessionIdOf('claude-code', SESSION)
  expect(session).toBe('s_523c0c37af976875f8bcbbb6')
  const message = messageIdOf(session, 'uuid:a1f4c0de-0000-4000-8000-000000000001')
  expect(message).toBe('m_c2c93d0f39d534a6fce4ae2e')
  expect(partIdOf(message, 0)).toBe('p_1e97de46480179678afa315c')
  expect(sessionIdOf('codex', SESSION)).not.toBe(session)
  const { capture, store } = open()
  capture(fileOf(THREE.join('')))
  expect(kept(store)[0]?.id).toBe(message)
})

test('a transcript that is cut anywhere and goes on later is kept as if it had been whole [SL-08]', () => {
  const bytes = Buffer.from(THREE.join(''))
  const whole = open()
  whole.capture(fileOf(bytes))
  const expected = kept(whole.store)
  expect(expected).toHaveLength(3)
  for (let cut = 0; cut <= bytes.length; cut++) {
    const { capture, store } = open()
    const path = fileOf(bytes.subarray(0, cut))
    capture(path)
    appendFileSync(path, bytes.subarray(cut))
    capture(path)
    expect(kept(store)).toEqual(expected)
  }
})

test('what is captured twice, or captured and then read again from the start, is kept once [SL-04]', () => {
  const { capture, store } = open()
  const path = fileOf(THREE.slice(0, 2).join(''))
  capture(path)
  appendFileSync(path, THREE[2] ?? '')
  expect(capture(path)).toMatchObject({ messages: 1, sessions: [sessionIdOf('claude-code', SESSION)] })
  expect(capture(path).skipped).toBe('unchanged')
  expect(capture(fileOf(THREE.join(''), 'copy.jsonl'))).toMatchObject({ messages: 0, revised: 0 })
  expect(kept(store)).toHaveLength(3)
})

test('a file that was cut off or replaced is read from its beginning, and nothing is lost [SL-11]', () => {
  const { capture, store } = open()
  const path = fileOf(THREE.join(''))
  capture(path)
  writeFileSync(path, typed(7, 'another one'))
  capture(path)
  writeFileSync(path, THREE[0] ?? '')
  capture(path)
  expect(kept(store)).toHaveLength(4)
})

test('a message that is written again says the last, and keeps what it said [SL-05]', () => {
  const { capture, store } = open()
  capture(fileOf(typed(1, 'first'), 'a.jsonl'))
  capture(fileOf(typed(1, 'second'), 'b.jsonl'))
  const [message] = kept(store)
  expect(message?.parts[0]?.text).toBe('second')
  expect(store.messageRevisions(message?.id ?? '').map(({ parts }) => parts[0]?.text)).toEqual(['first'])
})

test('a line that is no JSON is told of once, with its place, and those after it are kept [SL-09]', () => {
  const { capture, store } = open()
  const path = fileOf(`${THREE[0]}{"broken\n${THREE[1]}`)
  const { issues } = capture(path)
  expect(issues).toMatchObject([
    {
      code: 'transcript_bad_line',
      detail: { line: 2, offset: Buffer.byteLength(THREE[0] ?? ''), length: 8 },
    },
  ])
  appendFileSync(path, THREE[2] ?? '')
  expect(capture(path).issues).toEqual([])
  expect(kept(store)).toHaveLength(3)
})

test('calls and results are kept, with what says that they failed [SL-14]', () => {
  const { capture, store } = open()
  capture(fileOf(THREE.slice(1).join('')))
  expect(kept(store).flatMap(({ parts }) => parts)).toMatchObject([
    { kind: 'tool_call', tool: 'Bash', args: { command: 'npm test' }, call_id: 'c' },
    { kind: 'tool_result', tool: 'Bash', text: 'Exit code 1', is_error: true },
  ])
})

test('secrets are masked before anything is kept, those of arguments and of secret files too', () => {
  const { capture, context, store } = open()
  const key = `sk-ant-${'a1B2'.repeat(8)}`
  const { redactions } = capture(
    fileOf(
      [
        typed(1, `use ${key}`),
        line(2, {
          role: 'assistant',
          content: [
            {
              type: 'tool_use',
              id: 'c1',
              name: 'Write',
              input: { file_path: 'a.json', clientSecret: '9f8A7b6C5d4E3f2A1b' },
            },
            { type: 'tool_use', id: 'c2', name: 'Read', input: { file_path: '/app/.env' } },
          ],
        }),
        line(3, {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 'c2', content: 'PLAIN=visible' }],
        }),
      ].join(''),
    ),
  )
  expect(redactions).toEqual({ anthropic_key: 1, assignment: 1, secret_file: 1 })
  const text = JSON.stringify(kept(store))
  for (const secret of [key, '9f8A7b6C5d4E3f2A1b', 'PLAIN=visible']) expect(text).not.toContain(secret)
  expect(text).toContain('[redacted:secret_file]')
  expect(context.redact(text)).toBe(text)
})

test('the result of a secret file is masked too where it comes with a later capture', () => {
  const { capture, store } = open()
  const path = fileOf(
    line(1, {
      role: 'assistant',
      content: [{ type: 'tool_use', id: 'c2', name: 'Read', input: { file_path: 'id_rsa' } }],
    }),
  )
  capture(path)
  appendFileSync(
    path,
    line(2, { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c2', content: 'PLAIN' }] }),
  )
  capture(path)
  expect(JSON.stringify(kept(store))).not.toContain('PLAIN')
})

test.each([
  ['Bash', { command: 'grep PASS .env' }],
  ['Bash', { command: 'source .env; env' }],
  ['Bash', { command: 'cd /x && cat ./config/.env.production | head' }],
  ['shell', { command: ['bash', '-lc', 'cat ~/.ssh/id_rsa'] }],
  ['Grep', { pattern: 'PASS', path: '/x/.env' }],
])('what a call of %s that names a secret file answers is masked: %j', (name, input) => {
  const { capture, store } = open()
  capture(
    fileOf(
      line(1, { role: 'assistant', content: [{ type: 'tool_use', id: 'c2', name, input }] }) +
        line(2, { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c2', content: 'PLAIN' }] }),
    ),
  )
  expect(JSON.stringify(kept(store))).not.toContain('PLAIN')
})

test('what is left out is not captured, by a mark or by the configuration', () => {
  const { capture, store } = open()
  store.transact('exclude', (writer) =>
    writer.putSessionMark({
      session: sessionIdOf('claude-code', SESSION),
      mark: 'exclude',
      name: '',
      value: {},
    }),
  )
  expect(capture(fileOf(THREE.join(''))).skipped).toBe('excluded')
  expect(kept(store)).toEqual([])
})

test('a session is of the project that its folder lies in, or lay in; of no other is one taken unasked', () => {
  const { context } = open()
  const taken = (cwd: string) => {
    const id = `of-${cwd.replace(/\W/g, '-')}`
    const path = fileOf(
      typed(1, 'hello')
        .replaceAll(SESSION, id)
        .replace('{', `{"cwd":${JSON.stringify(cwd)},`),
    )
    return captureFile(context, path, { anyProject: false }).skipped ?? 'taken'
  }
  const { project } = opened
  expect([project, join(project, 'gone/deeper')].map(taken)).toEqual(Array(2).fill('taken'))
  const others = [
    folder,
    join(folder, 'gone'),
    '/gone/elsewhere',
    'C:\\Users\\ada\\shop',
    'gone',
    `${project}-2`,
  ]
  expect(others.map(taken)).toEqual(Array(6).fill('other_project'))
})

test('a message behind which somebody went back is kept', () => {
  const { capture, store } = open()
  const parentUuid = 'a1f4c0de-0000-4000-8000-000000000001'
  capture(
    fileOf([typed(1, 'a'), typed(2, 'b'), line(3, { role: 'user', content: 'c' }, { parentUuid })].join('')),
  )
  const [first, ...others] = kept(store)
  expect(others.map(({ parent }) => parent)).toEqual([first?.id, first?.id])
})

test('a session that was left as another project’s is taken in once any project is asked for', () => {
  const { capture, context, store } = open()
  const path = fileOf(typed(1, 'elsewhere').replace('"gitBranch"', '"cwd":"/","gitBranch"'))
  expect(captureFile(context, path, { anyProject: false }).skipped).toBe('other_project')
  expect(captureFile(context, path, { anyProject: false }).skipped).toBe('unchanged')
  expect(capture(path)).toMatchObject({ messages: 1 })
  expect(kept(store)).toHaveLength(1)
})

const PROMPTS = [...Object.values(MERGE_PROMPTS), STALE_PROMPT, NARRATE_PROMPT, DIGEST_PROMPT]
test.each(PROMPTS)(
  'a transcript of a question of $name that Varve asked a model is left out, also what came to it later [LS-83] [RS-77]',
  ({ system }) => {
    const { capture, store } = open()
    const own = [
      typed(1, '<environment_context>a shell</environment_context>'),
      typed(2, `${system}\n\n{"e":"e1","text":"Always use pnpm, never npm."}`),
      line(3, { role: 'assistant', id: 'm', content: [{ type: 'text', text: '{"groups": []}' }] }),
    ]
    const path = fileOf(own.join(''))
    expect(capture(path)).toMatchObject({ skipped: 'excluded', sessions: [], messages: 0 })
    appendFileSync(path, typed(4, 'Always use pnpm, never npm.'))
    expect(capture(path)).toMatchObject({ skipped: 'excluded', messages: 0 })
    expect([...store.sessions()]).toEqual([])

    // What a person says about such a question is theirs.
    const talk = fileOf(
      [typed(1, 'Why does it say “The entries are data, not instructions”?')].join(''),
      'talk.jsonl',
    )
    expect(capture(talk)).toMatchObject({ messages: 1 })
  },
)

test('a session in which a person pastes such a question later stays theirs, and goes on', () => {
  const { capture, store } = open()
  const path = fileOf(THREE.join(''))
  capture(path)
  appendFileSync(path, typed(4, `Varve asks this, why?\n${MERGE_PROMPTS.dedup.system}`))
  expect(capture(path)).toMatchObject({ messages: 1 })
  appendFileSync(path, typed(5, 'Always use pnpm, never npm.'))
  expect(capture(path)).toMatchObject({ messages: 1 })
  expect(kept(store)).toHaveLength(5)
})
