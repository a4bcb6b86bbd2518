import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Sandbox } from './sandbox.ts'

let sandbox: Sandbox
let transcript: string
beforeEach(() => {
  sandbox = new Sandbox()
  transcript = join(sandbox.folder, 'session.jsonl')
})
afterEach(() => sandbox.remove())

const lines = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => {
    const n = from + index
    return `${JSON.stringify({ type: 'user', uuid: `u${n}`, sessionId: 'abc', timestamp: '2026-03-07T10:00:00Z', message: { role: 'user', content: `message ${n} ${'x'.repeat(2000)}` } })}\n`
  }).join('')

const capture = ['session', 'capture', '--transcript']

interface Shown {
  readonly messages: readonly { readonly parts: readonly { readonly text: string }[] }[]
}

function kept(): readonly string[] {
  const { messages } = sandbox.askJson<Shown>(['session', 'show', 'abc', '--limit', '100000'])
  return messages.map(({ parts }) => parts[0]?.text.split(' x')[0] ?? '')
}

const expected = (count: number) => Array.from({ length: count }, (_, n) => `message ${n}`)

test('ten captures of one session at once keep each message once, and one of them all [SL-13]', async () => {
  sandbox.ask(['init'])
  writeFileSync(transcript, lines(0, 300))
  const runs = await Promise.all(Array.from({ length: 10 }, () => sandbox.start([...capture, transcript])))
  expect(runs.map(({ status }) => status)).toEqual(Array(10).fill(0))
  expect(sandbox.json<{ skipped: string }>([...capture, transcript]).skipped).toBe('unchanged')
  expect(kept()).toEqual(expected(300))
})

test('a capture that is killed is taken up where it was [SL-10]', async () => {
  sandbox.ask(['init'])
  // Three batches, so that it dies between, before or after their writes.
  writeFileSync(transcript, lines(0, 6000))
  for (const delay of [40, 120, 200, 300, 450]) {
    const run = sandbox.spawn([...capture, transcript])
    setTimeout(() => run.child.kill('SIGKILL'), delay)
    await run.ended
  }
  expect(sandbox.run([...capture, transcript]).status).toBe(0)
  expect(kept()).toEqual(expected(6000))
})
