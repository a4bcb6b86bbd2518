import { expect, test } from 'vitest'
import { bestBatch, callsToPay, expectedCalls } from '../../../src/fidelity/cost/cost-gate.ts'

test.each([
  [0.1, 1.25, 30_000, 19.17],
  [0.1, 1.25, 10_000, 57.5],
  [0.1, 1, 30_000, 15],
  [0.5, 1, 30_000, 1.67],
  [0.1, 2, 30_000, 31.67],
])(
  'at read %f and write %f, reclaiming %i of 50k pays after %f calls [CAM-86]',
  (read, write, reclaimed, calls) => {
    expect(callsToPay({ read, write }, 50_000, reclaimed)).toBeCloseTo(calls, 2)
  },
)

test('without a cache every pass pays at once, and one that reclaims nothing never [CAM-86]', () => {
  expect(callsToPay({ read: 1, write: 1 }, 50_000, 1)).toBe(0)
  expect(callsToPay({ read: 0.1, write: 1 }, 50_000, 0)).toBe(Number.POSITIVE_INFINITY)
})

test('a session is expected to go on for half of what it had, within bounds', () => {
  expect([4, 60, 900].map(expectedCalls)).toEqual([10, 30, 60])
})

test.each([
  [0.1, 1.25, 0, 40_000, 6400, 76_733],
  [0.1, 2, 0, 40_000, 6400, 98_631],
  [0.1, 1, 0, 40_000, 6400, 67_882],
  [0.1, 1.25, 0.1, 40_000, 6400, 49_646],
  [0.1, 1.25, 0.5, 40_000, 6400, 20_884],
  [0.5, 1, 0, 40_000, 6400, 22_627],
  [1, 1, 0, 40_000, 6400, 0],
  [0.1, 1.25, 0, 40_000, 1500, 37_148],
])(
  'at read %f, write %f and %f cold, the best batch for %i + %i is %i [CAM-86]',
  (read, write, cold, staying, growth, best) => {
    const batch = bestBatch({ prices: { read, write }, cold, staying, growth })
    expect(Math.abs(batch - best)).toBeLessThanOrEqual(1)
  },
)
