import { createFidelity } from '@varve/core/fidelity'
import { expect, test } from 'vitest'
import { openSqliteLedger } from '../../src/index.ts'
import { resultOf, startChild } from '../child/run-child.ts'
import { temporaryStorePath } from '../temporary-store.ts'
import { session } from './reading-session.ts'

const FIRST = 20
const LAST = 70
const OPTIONS = { sessionId: 's1', budget: 100_000, strict: true } as const

test('a process that is killed at any point leaves the view before it or the one after, and never a mix [CAM-102]', async () => {
  const whole = createFidelity(OPTIONS)
  const expected = new Map<number, string>()
  for (let steps = FIRST; steps <= LAST; steps++)
    expected.set(steps, JSON.stringify(whole.prepare({ window: session(steps) }).messages))
  expect(whole.state().passes.length).toBeGreaterThan(2)
  for (const patience of [1, 6, 14]) {
    const path = temporaryStorePath()
    const child = startChild(['fit', path, String(FIRST), String(LAST)])
    const ended = resultOf(child)
    let said = 0
    child.stdout?.on('data', () => {
      said += 1
      if (said === patience) child.kill('SIGKILL')
    })
    const { stdout } = await ended
    const shown = stdout.split('\n').slice(0, -1)
    const last = Number(shown.at(-1))
    expect(last).toBeGreaterThanOrEqual(FIRST)
    const ledger = openSqliteLedger(path, {
      project: 'sample',
      now: () => 0,
      keepOriginals: false,
      redact: (text) => text,
    })
    const again = createFidelity({ ...OPTIONS, store: ledger })
    // Whether the pass of the next call was kept before the end came, or is made now.
    const next = Math.min(last + 1, LAST)
    expect(JSON.stringify(again.prepare({ window: session(next) }).messages)).toBe(expected.get(next))
    ledger.close()
  }
})
