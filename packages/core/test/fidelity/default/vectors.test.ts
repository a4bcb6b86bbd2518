import { expect, test } from 'vitest'
import { estimateNeed } from '../../../src/fidelity/default/estimate-need.ts'
import { type Candidate, lossOf, selectCandidates } from '../../../src/fidelity/default/select-candidates.ts'
import { TUNING, watermarks } from '../../../src/fidelity/default/tuning.ts'
import type { PartClass } from '../../../src/fidelity/ledger/decision.ts'

test.each([
  [4, 0, 0, false, 120, 0.0778],
  [4, 10, 0.4, false, 2000, 0.4467],
  [20, 5, 0.2, false, 2000, 0.1672],
  [20, 5, 0.2, true, 2000, 0.0081],
  [100, 0, 0, false, 500, 0.0216],
  [200, 40, 0.1, false, 6000, 0.1013],
])(
  'a part of age %i, references %i, overlap %f, superseded %s and size %i is needed with p %f [CAM-62]',
  (age, backref, recent, superseded, size, p) => {
    expect(estimateNeed({ age, backref, recent, superseded, size })).toBeCloseTo(p, 4)
  },
)

function candidate(
  key: string,
  partClass: PartClass,
  size: number,
  gain: number,
  p: number,
  weight = 1,
): Candidate {
  const loss = lossOf({ p, size, gain, kappa: 2000, weight })
  const fixed = {
    level: 'placeholder',
    action: 'placeholder',
    text: '',
    reason: '',
    tokensBefore: size,
  } as const
  return {
    decision: { ...fixed, key, class: partClass, gain, tokensAfter: size - gain },
    loss,
    weight,
    signals: { age: 0, backref: 0, recent: 0, superseded: partClass === 1, size },
    message: 0,
    part: 0,
  }
}

const CANDIDATES = [
  candidate('E', 3, 4000, 3900, 0.2),
  candidate('D', 2, 800, 700, 0.02, 2),
  candidate('B', 2, 5000, 4900, 0.05),
  candidate('C', 2, 500, 440, 0.02),
  candidate('A', 1, 3000, 2940, 0.01),
]

test('losses and the order of giving up are those of the reference [CAM-62] [CAM-65]', () => {
  const losses = Object.fromEntries(
    CANDIDATES.map(({ decision, loss }) => [decision.key, Number(loss.toFixed(4))]),
  )
  expect(losses).toEqual({ A: 0.017, B: 0.0714, C: 0.1136, D: 0.16, E: 0.3077 })
  const chosen = selectCandidates(CANDIDATES, 20_000 - 500, 14_000)
  expect(chosen.map(({ decision }) => decision.key)).toEqual(['A', 'B'])
  expect(19_500 - chosen.reduce((sum, { decision }) => sum + decision.gain, 0)).toBe(11_660)
  expect(selectCandidates(CANDIDATES, 20_000, 0).map(({ decision }) => decision.key)).toEqual([
    'A',
    'B',
    'C',
    'D',
    'E',
  ])
})

test('watermarks are shares of the budget, capped for very large ones', () => {
  expect(watermarks({ budget: 200_000 }, TUNING)).toEqual({
    high: 74_000,
    low: expect.closeTo(45_000, 6),
    hard: 180_000,
  })
  expect(watermarks({ budget: 1_000_000 }, TUNING).high).toBe(150_000)
  expect(watermarks({ budget: 200_000, high: 60_000, low: 40_000 }, TUNING)).toMatchObject({
    high: 60_000,
    low: 40_000,
  })
})
