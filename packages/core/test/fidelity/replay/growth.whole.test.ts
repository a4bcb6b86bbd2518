import { expect, test } from 'vitest'
import { cpuMilliseconds } from '../../../../../test/cpu-milliseconds.ts'
import { est2 } from '../../../src/counters/est2.ts'
import { clearTool } from '../../../src/fidelity/replay/policies/clear-tool.ts'
import { fittedByDefault } from '../../../src/fidelity/replay/policies/fitted.ts'
import { replayPolicy } from '../../../src/fidelity/replay/replay-policy.ts'
import { SegmentIndex } from '../../../src/fidelity/replay/segment-index.ts'
import { codingSession } from '../engine/session-window.ts'

const POLICIES = [
  clearTool('clear-tool', { trigger: 60_000, keep: 3, atLeast: 20_000 }),
  fittedByDefault('default', { budget: 200_000 }),
]

/** A session that nobody compacts is replayed call by call: each call must cost what came with it, not all before. */
test.each(POLICIES)('four times the calls take no sixteen times as long under $name', (policy) => {
  const took = (steps: number) => {
    const messages = codingSession(steps).messages()
    const index = new SegmentIndex({ start: 'begin', from: 0, messages }, est2)
    return cpuMilliseconds(() => replayPolicy(policy, index))
  }
  // Both are long enough for passes to be made. The first run is of code that isn't compiled yet.
  took(400)
  const few = took(400)
  expect(took(1600)).toBeLessThan(8 * few + 400)
})
