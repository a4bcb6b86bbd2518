import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { logged } from './memory-of.ts'
import { Sandbox } from './sandbox.ts'

let sandbox: Sandbox

beforeEach(() => {
  sandbox = new Sandbox()
  sandbox.git('init', '-q', '-b', 'main')
  sandbox.write('src/old.ts', 'export const a = 1\n')
  sandbox.write('.gitignore', 'sessions/\n')
  sandbox.git('add', '-A')
  sandbox.git('commit', '-qm', 'start')
  sandbox.git('checkout', '-qb', 'feature')
})
afterEach(() => sandbox.remove())

/** Four sessions on a branch in which people say the same. */
function say(...sentences: readonly string[]): void {
  for (const day of [1, 2, 3, 4]) {
    const lines = sentences.map((content, index) =>
      JSON.stringify({
        type: 'user',
        uuid: `u${day}-${index}`,
        sessionId: `s${day}`,
        gitBranch: 'feature',
        cwd: sandbox.project,
        timestamp: `2026-03-0${day}T10:00:0${index}Z`,
        message: { role: 'user', content },
      }),
    )
    sandbox.write(`sessions/${day}.jsonl`, `${lines.join('\n')}\n`)
  }
  sandbox.ask(['session', 'import', 'sessions'])
}

const shown = (...args: readonly string[]) => sandbox.ask(['knowledge', 'show', ...args]).stdout
const ABOUT_NEW = 'Always run make api after a change of src/new.ts.'
const ABOUT_OLD = 'Always run make types after a change of src/old.ts.'
const ABOUT_NONE = 'Always run make lint and `git fetch` before a push to `main`.'

test('what is promoted and names a file that only its branch has waits there until the file is on the default branch [SL-69]', () => {
  sandbox.write('src/new.ts', 'export const b = 1\n')
  sandbox.git('add', '-A')
  sandbox.git('commit', '-qm', 'new')
  say(ABOUT_NEW, ABOUT_OLD, ABOUT_NONE)
  sandbox.ask(['learn'])
  for (const sentence of [ABOUT_NEW, ABOUT_OLD, ABOUT_NONE]) expect(shown()).toContain(sentence)
  sandbox.git('checkout', '-q', 'main')
  expect(shown()).not.toContain(ABOUT_NEW)
  expect(shown()).toContain(ABOUT_OLD)
  expect(shown()).toContain(ABOUT_NONE)
  // The file arrives by itself, before the branch does.
  sandbox.git('checkout', '-q', 'feature', '--', 'src/new.ts')
  sandbox.git('commit', '-qm', 'take it over')
  sandbox.ask(['learn'])
  expect(shown()).toContain(ABOUT_NEW)
})

test('a branch that is merged brings what waits on it, and is seen from elsewhere as it is on it [SL-69] [SL-70]', () => {
  sandbox.write('src/new.ts', 'export const b = 1\n')
  sandbox.git('add', '-A')
  sandbox.git('commit', '-qm', 'new')
  say(ABOUT_NEW, ABOUT_NONE)
  sandbox.ask(['learn'])
  const there = [shown(), shown('--status', 'observed'), shown('--json')]
  sandbox.git('checkout', '-q', 'main')
  const from = ['--branch', 'feature']
  expect([shown(...from), shown(...from, '--status', 'observed'), shown(...from, '--json')]).toEqual(there)
  expect(there[0]).toContain(ABOUT_NEW)
  expect(shown()).not.toContain(ABOUT_NEW)
  sandbox.git('merge', '-q', 'feature')
  sandbox.ask(['learn'])
  expect(shown()).toContain(ABOUT_NEW)
})

test('what is known is shown without a cache file, and no connection is asked for [SL-95]', () => {
  say(ABOUT_NONE)
  sandbox.ask(['learn'])
  rmSync(join(sandbox.project, '.varve/cache'), { recursive: true, force: true })
  const answer = sandbox.run(['knowledge', 'show'], { env: { NODE_OPTIONS: `--import=${REFUSE_NETWORK}` } })
  expect(answer.stderr).toBe('')
  expect(answer.stdout).toContain(ABOUT_NONE)
})

/** A module that fails whatever opens a connection or looks a name up. */
const REFUSE_NETWORK = `data:text/javascript,${encodeURIComponent(`
  import net from 'node:net'
  import dns from 'node:dns'
  import { syncBuiltinESMExports } from 'node:module'
  const refuse = () => { throw new Error('no network') }
  net.Socket.prototype.connect = refuse
  dns.lookup = refuse
  globalThis.fetch = refuse
  syncBuiltinESMExports()
`)}`

test('another machine, language, time zone and order of arrival render the same bytes [SL-91]', () => {
  say(ABOUT_OLD, ABOUT_NONE)
  sandbox.ask(['learn'])
  sandbox.ask(['add', 'Deploys go to port 3001.', '--category', 'operations'])
  // Each record by itself, for the other one to take in.
  mkdirSync(join(sandbox.project, '.varve/journal'), { recursive: true })
  sandbox.ask(['knowledge', 'sync'])
  const rendered = (env: Readonly<Record<string, string>>) => {
    const { status, stdout } = sandbox.run(['knowledge', 'show', '--write'], { env })
    expect(status).toBe(0)
    const files = ['knowledge.md', 'patterns.md'].map((file) =>
      readFileSync(join(sandbox.project, '.varve/cache', file), 'utf8'),
    )
    return [stdout, ...files]
  }
  const here = rendered({ TZ: 'UTC', LANG: 'C', LC_ALL: 'C' })
  expect(here[0]).toContain(ABOUT_NONE)
  const VARVE_HOME = join(sandbox.folder, 'another-home')
  const there = { VARVE_HOME, TZ: 'Asia/Tokyo', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' }
  const journal = join(sandbox.project, '.varve/journal')
  const records = readdirSync(journal).sort()
  const aside = join(sandbox.folder, 'aside')
  mkdirSync(aside)
  for (const file of records) renameSync(join(journal, file), join(aside, file))
  // The newest first.
  for (const file of records.toReversed()) {
    renameSync(join(aside, file), join(journal, file))
    sandbox.ask(['knowledge', 'sync'], { env: { VARVE_HOME } })
  }
  rmSync(join(sandbox.project, '.varve/cache'), { recursive: true, force: true })
  expect(rendered(there)).toEqual(here)
})

test('what was put in front of an agent is never learnt, however often it is read; reading again writes nothing [BR-08]', () => {
  sandbox.ask(['add', 'Deploys go to port 3001.', '--category', 'operations'])
  const rules = 'Always use pnpm, never npm.\nNever push directly to main.\n'
  sandbox.write('CLAUDE.md', rules)
  sandbox.write('AGENTS.md', rules)
  const block = sandbox.ask(['context', '--prime']).stdout
  const turns: readonly (readonly ['user' | 'assistant', string])[] = [
    ['user', `<varve-context v="1" project="shop">\n${block}\n</varve-context>`],
    ['user', `Contents of CLAUDE.md (project instructions):\n\n${rules}`],
    ['user', `<system-reminder>\nContents of AGENTS.md:\n${rules}</system-reminder>`],
    ['assistant', 'Deploys go to port 3001, and I always use pnpm, never npm.'],
    ['assistant', 'Never push directly to main.'],
  ]
  const lines = turns.map(([role, content], index) =>
    JSON.stringify({
      type: role,
      uuid: `u${index}`,
      sessionId: 's1',
      cwd: sandbox.project,
      timestamp: `2026-03-01T10:00:0${index}Z`,
      message: { role, content },
    }),
  )
  sandbox.write('sessions/1.jsonl', `${lines.join('\n')}\n`)
  const before = sandbox.ask(['log', '--json']).stdout
  const taken = [1, 2, 3, 4, 5].map(() => {
    const { captured } = sandbox.askJson<{ captured: { messages: number } }>([
      'session',
      'import',
      'sessions',
    ])
    sandbox.ask(['learn'])
    return [captured.messages, sandbox.ask(['session', 'show', 's', '--json']).stdout]
  })
  expect(taken.map(([messages]) => messages)).toEqual([5, 0, 0, 0, 0])
  expect(sandbox.ask(['log', '--json']).stdout).toBe(before)
  expect(sandbox.askJson(['learn', 'list', '--status', 'all'])).toMatchObject({ learnings: [] })
})

test('three runs of learn at once, and three answers to one task at once, make one plan for each [SL-103]', async () => {
  say(ABOUT_OLD)
  const threeOf = (...args: readonly string[]) =>
    Promise.all([1, 2, 3].map(() => sandbox.start([...args, '--json'])))
  const plansOf = (stage: string) =>
    logged(sandbox, '--stage', stage).filter(({ ops }) => ops.some(({ op }) => op !== 'entry.revise'))
  const learnt = await threeOf('learn')
  expect(learnt.map(({ status }) => status)).toEqual([0, 0, 0])
  expect(plansOf('learn')).toHaveLength(1)
  const [{ sessions = 0 } = {}] = sandbox.askJson<{ learnings: { sessions: number }[] }>([
    'learn',
    'list',
  ]).learnings
  expect(sessions).toBe(4)

  const lines = ['What is left?', 'The types.', 'Then make them.', 'make types is done.'].map((text, index) =>
    JSON.stringify({
      type: index % 2 === 0 ? 'user' : 'assistant',
      uuid: `w${index}`,
      sessionId: 'work',
      cwd: sandbox.project,
      timestamp: `2026-03-05T10:00:0${index}Z`,
      message: { role: index % 2 === 0 ? 'user' : 'assistant', content: text },
    }),
  )
  sandbox.write('sessions/work.jsonl', `${lines.join('\n')}\n`)
  sandbox.ask(['session', 'import', 'sessions'])
  const { task } = sandbox.askJson<{ task: string }>(['work', 'next', '--mode', 'summarize'])
  const summary = 'The types were made again by make types.'
  const answer = { session: 's1', title: 'Types', summary, outcome: 'done', files: [] }
  sandbox.write('answer.json', JSON.stringify({ summaries: [answer] }))
  const before = plansOf('session').length
  const submitted = await threeOf('work', 'submit', task, '--file', 'answer.json')
  expect(submitted.map(({ status }) => status)).toEqual([0, 0, 0])
  expect(new Set(submitted.map(({ stdout }) => stdout)).size).toBe(1)
  expect(JSON.parse(submitted[0]?.stdout ?? '')).toMatchObject({ accepted: 1 })
  expect(plansOf('session')).toHaveLength(before + 1)
})
