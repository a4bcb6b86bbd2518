import { expect, test } from 'vitest'
import { isExhausted, rearmed, recordProgress } from '../../../src/fidelity/engine/breaker.ts'

const BUDGET = 100_000

function progress(breaker: Parameters<typeof recordProgress>[0], before: number, after: number) {
  return recordProgress(breaker, before, after, BUDGET)
}

const futileTwice = progress(progress({ futile: 0 }, 95_000, 94_000), 94_500, 94_000)

test('two passes in a row that freed less than a tenth switch passes off', () => {
  expect(isExhausted(futileTwice, 94_500, BUDGET)).toBe(true)
  const helped = progress(progress({ futile: 0 }, 95_000, 94_000), 95_000, 60_000)
  expect(isExhausted(progress(helped, 95_000, 94_000), 95_000, BUDGET)).toBe(false)
})

test('growth by a tenth of the budget allows exactly one more, growth by a hundredth none', () => {
  expect(isExhausted(futileTwice, 95_000, BUDGET)).toBe(true)
  expect(isExhausted(futileTwice, 104_000, BUDGET)).toBe(false)
  const again = progress(rearmed(futileTwice), 104_000, 103_500)
  expect(isExhausted(again, 104_000, BUDGET)).toBe(true)
})

test('another budget allows passes again', () => {
  expect(isExhausted(futileTwice, 94_500, 2 * BUDGET)).toBe(false)
})
