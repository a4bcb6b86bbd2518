import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerHook } from '../../packages/varve/src/hooks/run-hook.ts'
import { Sandbox } from './sandbox.ts'

interface Logs {
  readonly total: number
  readonly logs: readonly {
    readonly session: string
    readonly role: string
    readonly match_context: string
  }[]
}

const sandbox = new Sandbox()
afterAll(() => sandbox.remove())

function record(id: string, at: string, sessionId: string, content: string): string {
  const message = { role: 'user', content }
  return `${JSON.stringify({ type: 'user', uuid: id, sessionId, timestamp: at, message })}\n`
}

beforeAll(() => {
  const transcript = join(sandbox.folder, 'session.jsonl')
  const now = new Date().toISOString()
  writeFileSync(transcript, record('u1', now, 'new', 'The turbine limit is 42 bar, said the plant'))
  sandbox.ask(['session', 'capture', '--transcript', transcript])
  const old = join(sandbox.folder, 'old.jsonl')
  writeFileSync(old, record('u2', '2020-03-07T10:00:00Z', 'old', 'The turbine limit was 40 bar'))
  sandbox.ask(['session', 'capture', '--transcript', old])
})

test('what was said in sessions is found by search --logs, not by search, and is in no bundle [LS-14]', () => {
  const { total, logs } = sandbox.askJson<Logs>(['search', '--logs', 'turbine', 'limit'])
  expect(total).toBe(1)
  expect(logs[0]).toMatchObject({
    role: 'user',
    match_context: 'The turbine limit is 42 bar, said the plant',
  })
  expect(sandbox.ask(['search', '--logs', 'turbine']).stdout).toContain('1 message\n')
  expect(sandbox.askJson<Logs>(['search', 'turbine']).total).toBe(0)
  expect(sandbox.ask(['context', '--prime']).stdout).not.toContain('turbine')
})

test('how long it is found is set; 0 is for ever', () => {
  sandbox.write('.varve/config.json', JSON.stringify({ memory: { dailyRetentionDays: 0 } }))
  expect(sandbox.askJson<Logs>(['search', '--logs', 'turbine']).total).toBe(2)
})

test('no hook puts what was said in a session before another one', async () => {
  const told = async (event: string, more: object) => {
    const input = JSON.stringify({ session_id: 'other', cwd: sandbox.project, ...more })
    const { output } = await answerHook(
      [event, '--agent', 'claude-code'],
      sandbox.project,
      sandbox.env,
      async () => input,
    )
    return output ?? ''
  }
  expect(await told('session-start', { source: 'startup' })).not.toContain('turbine')
  expect(await told('prompt', { prompt: 'what is the turbine limit of the plant?' })).not.toContain('42 bar')
})

test.each([
  ['--as-of', '2026-03-07'],
  ['--since', '2026-03-07'],
  ['--category', 'operations'],
  ['--type', 'fact'],
  ['--tag', 'x'],
  ['--min-value', '3'],
  ['--sort', 'newest'],
  ['--explain'],
  ['--raw'],
  ['--include-buried'],
])('--logs with %s, which only entries have, is refused', (...flags) => {
  expect(sandbox.ask(['search', '--logs', 'turbine', ...flags]).status).toBe(2)
})
