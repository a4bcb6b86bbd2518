import { expect, test } from 'vitest'
import { FutilePasses } from '../../../src/fidelity/engine/futile-passes.ts'

const BUDGET = 100_000

function futileTwice(): FutilePasses {
  const passes = new FutilePasses()
  passes.record(95_000, 94_000)
  passes.record(94_500, 94_000)
  return passes
}

test('two passes in a row that freed less than a tenth switch passes off', () => {
  expect(futileTwice().isExhausted(94_500, BUDGET)).toBe(true)
  const helped = new FutilePasses()
  helped.record(95_000, 94_000)
  helped.record(95_000, 60_000)
  helped.record(95_000, 94_000)
  expect(helped.isExhausted(95_000, BUDGET)).toBe(false)
})

test('growth by a tenth of the budget allows exactly one more, growth by a hundredth none', () => {
  const passes = futileTwice()
  expect(passes.isExhausted(95_000, BUDGET)).toBe(true)
  expect(passes.isExhausted(104_000, BUDGET)).toBe(false)
  passes.record(104_000, 103_500)
  expect(passes.isExhausted(104_000, BUDGET)).toBe(true)
})
