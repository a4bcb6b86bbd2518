import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

test('--logs with what only entries have is refused', () => {
  expect(sandbox.ask(['search', '--logs', '--as-of', '2026-03-07', 'turbine']).status).toBe(2)
})
