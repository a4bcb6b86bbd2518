import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
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
