import fc from 'fast-check'
import { expect, test } from 'vitest'
import { forgettingRisk } from '../../src/consolidate/forget/risk.ts'
import { heatBandOf, heatOf } from '../../src/consolidate/index.ts'
import { createReader, type KnownEntry } from '../../src/consolidate/known-entry.ts'
import { usageOf } from '../../src/consolidate/usage.ts'
import { type Altitude, applyPlan, type EntryFields, type EntryId } from '../../src/index.ts'
import { buildEntry } from '../../src/testing/index.ts'
import { DAY, memory } from './memory.ts'

const NOW = Date.UTC(2027, 0, 1)

/** So many uses, all of one moment so many days ago. */
function known(
  count: number,
  importance: number,
  days: number,
  fields: Partial<EntryFields> = {},
): KnownEntry {
  const at = NOW - days * DAY
  const entry = buildEntry('e1', {
    created: at,
    recorded: at,
    importance,
    layer: 'implementation',
    ...fields,
  })
  return createReader(() => Array.from({ length: count }, () => at), NOW, 'sample')(entry)
}

test.each([
  [0, 0.5, 0, '27.50', 'cold', '0.00'],
  [0, 0.5, 7, '27.50', 'cold', '3.13'],
  [0, 0.5, 7.01, '17.50', 'frozen', '3.57'],
  [0, 0.5, 30, '17.50', 'frozen', '24.75'],
  [0, 0.5, 30.01, '7.50', 'frozen', '27.76'],
  [0, 0.5, 90, '7.50', 'frozen', '166.50'],
  [0, 0.5, 90.01, '0.00', 'frozen', '180.04'],
  [0, 0.66, 0, '29.90', 'cold', '0.00'],
  [0, 0.7, 0, '30.50', 'cold', '0.00'],
  [1, 0.5, 0, '32.00', 'cold', '0.00'],
  [5, 0.5, 29, '40.00', 'warm', '17.11'],
  [5, 0.5, 30, '25.00', 'cold', '22.50'],
  [10, 0.5, 0, '72.50', 'hot', '0.00'],
  [10, 0.8, 60, '27.00', 'cold', '26.28'],
  [20, 0.5, 89.9, '37.50', 'cold', '112.28'],
  [40, 1, 0, '100.00', 'hot', '0.00'],
] as const)(
  '%d uses of importance %d, %d days ago: heat %s, %s, risk %s [LK-05]',
  (count, importance, days, heat, band, risk) => {
    const entry = known(count, importance, days)
    expect(entry.heat.toFixed(2)).toBe(heat)
    expect(heatBandOf(entry.heat)).toBe(band)
    // The risk of an importance that protects is 0 anyway.
    expect(forgettingRisk(entry).toFixed(2)).toBe(risk)
  },
)

test('uses count by when they were, not by how many there ever were [LK-05]', () => {
  const spread = [2, 10, 25, 40, 70, 100].map((days) => NOW - days * DAY)
  expect(heatOf(usageOf(spread, NOW, NOW), 0.5)).toBe(44.5)
  const old = [20, ...Array.from({ length: 39 }, () => 120)].map((days) => NOW - days * DAY)
  expect(heatOf(usageOf(old, NOW, NOW), 0.5)).toBe(36.5)
})

test('heat lies in 0 to 100, rises with importance and with each use, and falls with the days [LK-08]', () => {
  const count = fc.nat(60)
  const usage = fc
    .record({
      older: count,
      ninety: count,
      thirty: count,
      idleDays: fc.double({ min: 0, max: 4000, noNaN: true }),
    })
    .map(({ older, ninety, thirty, idleDays }) => ({
      last30: thirty,
      last90: thirty + ninety,
      total: thirty + ninety + older,
      idleDays,
    }))
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(usage, share, share, fc.double({ min: 0, max: 400, noNaN: true }), (used, a, b, more) => {
      const heat = heatOf(used, a)
      expect(heat).toBeGreaterThanOrEqual(0)
      expect(heat).toBeLessThanOrEqual(100)
      expect(heatOf(used, Math.max(a, b))).toBeGreaterThanOrEqual(heat)
      for (const counter of ['last30', 'last90', 'total'] as const)
        expect(heatOf({ ...used, [counter]: used[counter] + 1 }, a)).toBeGreaterThanOrEqual(heat)
      expect(heatOf({ ...used, idleDays: used.idleDays + more }, a)).toBeLessThanOrEqual(heat)
    }),
  )
})

test('a use in the future counts as of now and is reported [LK-09]', () => {
  const { store, use, plan } = memory(['e1', 'The cache holds 40 keys.', { created: NOW - 20 * DAY }])
  use({
    entry: [...store.entries({ visibility: 'all' })][0]?.id ?? fail(),
    at: NOW + 5 * DAY,
    session: '',
    kind: 'show',
  })
  const { report } = plan(NOW, { sweep: true })
  expect(report.issues).toMatchObject([{ code: 'clock_skew', subjects: ['e1'] }])
  expect(usageOf([NOW + 5 * DAY], NOW, NOW)).toEqual({ last30: 1, last90: 1, total: 1, idleDays: 0 })
})

test('what was stated again lately is not buried, however long ago it was first', () => {
  const old = { created: NOW - 200 * DAY, importance: 0 }
  const { store, plan } = memory(
    ['e1', 'The cache holds 40 keys.', old],
    ['e2', 'The queue holds 9 jobs.', old],
  )
  store.transact('see', (writer) =>
    applyPlan(
      writer,
      {
        stage: 'edit',
        command: 'add',
        operations: [
          {
            op: 'learning.sight',
            id: 'e1' as EntryId,
            occasion: 'session s_1',
            source: { kind: 'session', trust: 'agent' },
          },
        ],
        base: [],
      },
      { actor: 'tester', via: 'library', branch: null, now: NOW - DAY },
    ),
  )
  const { report } = plan(NOW, { sweep: true })
  expect(report.buried.map(({ id }) => id)).toEqual(['e2'])
  expect(report.aging.map(({ id }) => id)).toEqual(['e1'])
})

function fail(): never {
  throw new Error('no entry')
}

/** Nobody ever asks for it. */
function riskOn(day: number, importance: number, altitude?: Altitude): number {
  return forgettingRisk(known(0, importance, day, altitude === undefined ? {} : { altitude }))
}

test.each([
  [64, 0],
  [69, 0.1],
  [75, 0.2],
  [81, 0.3],
  [90, 0.4],
  [96, 0.5],
  [109, 0.6],
  [128, 0.7],
  [161, 0.8],
  [224, 0.89],
])('day %d is the first on which an unread entry of importance %d is buried [LK-29]', (day, importance) => {
  expect(riskOn(day, importance)).toBeGreaterThanOrEqual(200)
  expect(riskOn(day - 1, importance)).toBeLessThan(200)
})

test('what stands higher is forgotten later, and aging begins long before [LK-29]', () => {
  expect(riskOn(95, 0.5).toFixed(2)).toBe('197.92')
  expect(riskOn(96, 0.5).toFixed(2)).toBe('201.60')
  for (const [altitude, day] of [
    ['architecture', 186],
    ['strategy', 332],
  ] as const) {
    expect(riskOn(day, 0.5, altitude)).toBeGreaterThanOrEqual(200)
    expect(riskOn(day - 1, 0.5, altitude)).toBeLessThan(200)
  }
  for (const [day, importance] of [
    [35, 0.3],
    [44, 0.5],
    [62, 0.7],
  ] as const) {
    expect(riskOn(day, importance)).toBeGreaterThanOrEqual(50)
    expect(riskOn(day - 1, importance)).toBeLessThan(50)
  }
})

test('what is protected, a goal and a mission are never at risk [LK-30]', () => {
  const kept: readonly Partial<EntryFields>[] = [
    { layer: 'caveat' },
    { layer: 'goal' },
    { altitude: 'mission' },
    { pinned: true },
    { importance: 0.9 },
    {
      consolidation: {
        original_layer: 'context',
        count: 2,
        period: { from: 0, to: 0 },
        exemplars: [],
        replaced_ids: [],
      },
    },
  ]
  for (const fields of kept) {
    for (const days of [100, 1000, 20_000]) expect(forgettingRisk(known(0, 0.1, days, fields))).toBe(0)
  }
})
