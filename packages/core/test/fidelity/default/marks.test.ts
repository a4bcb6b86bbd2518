import { expect, test } from 'vitest'
import { TUNING, watermarks } from '../../../src/fidelity/default/tuning.ts'

test('watermarks are shares of what the overhead leaves of the budget, capped for very large ones', () => {
  expect(watermarks({ budget: 200_000 }, TUNING)).toEqual({
    high: 42_000,
    low: expect.closeTo(33_000, 6),
    hard: 180_000,
  })
  expect(watermarks({ budget: 200_000, overhead: 40_000 }, TUNING)).toMatchObject({
    high: 73_600,
    low: expect.closeTo(66_400, 6),
  })
  expect(watermarks({ budget: 1_000_000 }, TUNING).high).toBe(150_000)
  expect(watermarks({ budget: 200_000, high: 60_000, low: 40_000, overhead: 9 }, TUNING)).toMatchObject({
    high: 60_000,
    low: 40_000,
  })
})
