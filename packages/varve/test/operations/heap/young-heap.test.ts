import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const SOURCE = fileURLToPath(new URL('../../../src/operations/heap/young-heap.ts', import.meta.url))
const MIB = 2 ** 20

/** Bytes of the young part of the heap of a fresh process, after work that fills it again and again. */
function youngAfterWork(before: string): number {
  const program = `
    import { getHeapSpaceStatistics } from 'node:v8'
    import { fixYoungHeap } from ${JSON.stringify(SOURCE)}
    ${before}
    const kept = []
    for (let n = 0; n < 1_000_000; n++) {
      const made = { n, list: [n, n + 1] }
      if (n % 4 === 0) kept.push(made)
    }
    const young = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')
    process.stdout.write(String(young.space_size))`
  const args = ['--input-type=module', '--max-semi-space-size=64', '--eval', program]
  return Number(execFileSync(process.execPath, args, { encoding: 'utf8' }))
}

test('the young part of the heap stays small, where by itself it grows', () => {
  expect(youngAfterWork('')).toBeGreaterThan(32 * MIB)
  const fixed = youngAfterWork('fixYoungHeap()')
  expect(fixed).toBeGreaterThanOrEqual(8 * MIB)
  expect(fixed).toBeLessThanOrEqual(32 * MIB)
})
