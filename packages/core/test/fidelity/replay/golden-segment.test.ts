import { expect, test } from 'vitest'
import type { Message } from '../../../src/fidelity/model/message.ts'
import { messageTokens, partTokens } from '../../../src/fidelity/model/part-tokens.ts'
import { asRecorded } from '../../../src/fidelity/replay/policies/as-recorded.ts'
import { replayPolicy } from '../../../src/fidelity/replay/replay-policy.ts'
import { SegmentIndex } from '../../../src/fidelity/replay/segment-index.ts'
import { figuresOf, type WindowSums } from '../../../src/fidelity/replay/window-sums.ts'
import { continued, golden, shows } from './golden-segment.ts'
import { o200k } from './o200k.ts'

function indexOf(messages: readonly Message[]): SegmentIndex {
  return new SegmentIndex({ start: 'begin', from: 0, messages }, o200k)
}

function counts({ kept, needed, unsupported, acts, unsupportedEdits, edits }: WindowSums): string {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  return `${sum(kept)}/${sum(needed)} ${unsupported}/${acts} ${unsupportedEdits}/${edits}`
}

test('the golden segment has the sizes of the reference [CAM-130]', () => {
  const messages = golden()
  expect(messages.map(({ parts: [part] }) => (part === undefined ? 0 : partTokens(part, o200k)))).toEqual([
    8, 17, 33, 14, 11, 15, 7, 41, 7, 9,
  ])
  expect(messages.map((message) => messageTokens(message, o200k))).toEqual([
    12, 21, 37, 18, 15, 19, 11, 45, 11, 13,
  ])
})

test('as recorded it costs and keeps what the reference says [CAM-130]', () => {
  const sums = replayPolicy(asRecorded, indexOf(golden()))
  expect([sums.calls, sums.samples, sums.tokens, sums.busts, sums.refetched]).toEqual([5, 1, 15_507, 0, 0])
  expect(counts(sums)).toBe('2/2 0/2 0/1')
  expect([sums.cost, sums.rawCost, sums.refetchCost].map((cost) => cost.toFixed(2))).toEqual([
    '5218.05',
    '5218.05',
    '5218.05',
  ])
  expect(figuresOf(sums)).toMatchObject({ tokens: 1, recall: 1, unsupported: 0, userLines: 1, violations: 0 })
})

test('with its first result cleared an edit is unsupported, and the refetch is charged [CAM-130]', () => {
  const sums = replayPolicy(shows('[cleared]'), indexOf(golden()))
  expect([sums.tokens, sums.busts, sums.refetched]).toEqual([15_461, 1, 33])
  expect(counts(sums)).toBe('1/2 1/2 1/1')
  expect(sums.cost.toFixed(2)).toBe('5265.20')
  expect(sums.refetchCost.toFixed(2)).toBe('6124.75')
})

test('names that a placeholder mentions are visible [CAM-130]', () => {
  const mentions = shows('[read src/rate.ts · mentions: RATE_LIMIT computeTotal]')
  const sums = replayPolicy(mentions, indexOf(golden()))
  expect(sums.busts).toBe(1)
  expect(counts(sums)).toBe('2/2 1/2 1/1')
})

test.each([
  [17, [77_381, 77_841], ['12065.55', '12059.80', '12925.10'], '9/14 1/3 1/2', 33],
  [18, [81_106, 81_589], ['12472.55', '12469.10', '14189.35'], '9/14 2/3 2/2', 66],
])(
  'what is fetched is there for twenty calls: %i calls later [CAM-130]',
  (dates, tokens, costs, shares, refetched) => {
    const sums = replayPolicy(shows('[cleared]'), indexOf(continued(dates)))
    expect([sums.tokens, sums.rawTokens]).toEqual(tokens)
    expect([sums.cost, sums.rawCost, sums.refetchCost].map((cost) => cost.toFixed(2))).toEqual(costs)
    expect([sums.samples, sums.busts, sums.refetched]).toEqual([4, 1, refetched])
    expect(counts(sums)).toBe(shares)
  },
)
