import { expect, test } from 'vitest'
import type { Message } from '../../../src/fidelity/model/message.ts'
import { messageTokens, partTokens } from '../../../src/fidelity/model/part-tokens.ts'
import { asRecorded } from '../../../src/fidelity/replay/policies/as-recorded.ts'
import type { WindowPolicy } from '../../../src/fidelity/replay/policy.ts'
import { replayPolicy } from '../../../src/fidelity/replay/replay-policy.ts'
import { SegmentIndex } from '../../../src/fidelity/replay/segment-index.ts'
import { figuresOf, type WindowSums } from '../../../src/fidelity/replay/window-sums.ts'
import { callPart, window } from '../build-window.ts'
import { o200k } from './o200k.ts'

const RATE = `export const RATE_LIMIT = 250;
export function computeTotal(items: Item[]): number {
  return items.length * RATE_LIMIT;
}`

function golden() {
  return window()
    .user('Raise the limit in src/rate.ts')
    .step('c1', 'read', { path: 'src/rate.ts' }, RATE)
    .step('c2', 'bash', { command: 'ls' }, 'rate.ts\nREADME.md')
    .step('c3', 'bash', { command: 'git status' }, 'clean')
    .step(
      'c4',
      'edit',
      {
        path: 'src/rate.ts',
        oldText: 'export const RATE_LIMIT = 250;',
        newText: 'export const RATE_LIMIT = 500;',
      },
      'ok',
    )
    .assistant('Done: computeTotal now uses 500.')
}

/** The same session, in which the old line is needed again after so many calls. */
function continued(dates: number) {
  const session = golden().user('Go on')
  for (let call = 6; call < 6 + dates; call++) session.step(`c${call}`, 'bash', { command: 'date' }, 'noon')
  return session.assistant(
    '',
    callPart('last', 'edit', {
      path: 'src/rate.ts',
      oldText: '  return items.length * RATE_LIMIT;',
      newText: '  return RATE_LIMIT;',
    }),
  )
}

function indexOf(messages: readonly Message[]): SegmentIndex {
  return new SegmentIndex({ start: 'begin', from: 0, messages }, o200k)
}

/** Shows another text of the first result, from its third call on. */
function shows(text: string): WindowPolicy {
  const withText = (message: Message): Message => ({
    ...message,
    parts: message.parts.map((part) => ({ ...part, text })),
  })
  return {
    name: text,
    open: () => (messages) =>
      messages.length < 7 ? messages : messages.map((each, index) => (index === 2 ? withText(each) : each)),
  }
}

function counts({ kept, needed, unsupported, acts, unsupportedEdits, edits }: WindowSums): string {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  return `${sum(kept)}/${sum(needed)} ${unsupported}/${acts} ${unsupportedEdits}/${edits}`
}

test('the golden segment has the sizes of the reference [CAM-130]', () => {
  const messages = golden().messages()
  expect(messages.map(({ parts: [part] }) => (part === undefined ? 0 : partTokens(part, o200k)))).toEqual([
    8, 17, 33, 14, 11, 15, 7, 41, 7, 9,
  ])
  expect(messages.map((message) => messageTokens(message, o200k))).toEqual([
    12, 21, 37, 18, 15, 19, 11, 45, 11, 13,
  ])
})

test('as recorded it costs and keeps what the reference says [CAM-130]', () => {
  const sums = replayPolicy(asRecorded, indexOf(golden().messages()))
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
  const sums = replayPolicy(shows('[cleared]'), indexOf(golden().messages()))
  expect([sums.tokens, sums.busts, sums.refetched]).toEqual([15_461, 1, 33])
  expect(counts(sums)).toBe('1/2 1/2 1/1')
  expect(sums.cost.toFixed(2)).toBe('5265.20')
  expect(sums.refetchCost.toFixed(2)).toBe('6124.75')
})

test('names that a placeholder mentions are visible [CAM-130]', () => {
  const mentions = shows('[read src/rate.ts · mentions: RATE_LIMIT computeTotal]')
  const sums = replayPolicy(mentions, indexOf(golden().messages()))
  expect(sums.busts).toBe(1)
  expect(counts(sums)).toBe('2/2 1/2 1/1')
})

test.each([
  [17, [77_381, 77_841], ['12065.55', '12059.80', '12925.10'], '9/14 1/3 1/2', 33],
  [18, [81_106, 81_589], ['12472.55', '12469.10', '14189.35'], '9/14 2/3 2/2', 66],
])(
  'what is fetched is there for twenty calls: %i calls later [CAM-130]',
  (dates, tokens, costs, shares, refetched) => {
    const sums = replayPolicy(shows('[cleared]'), indexOf(continued(dates).messages()))
    expect([sums.tokens, sums.rawTokens]).toEqual(tokens)
    expect([sums.cost, sums.rawCost, sums.refetchCost].map((cost) => cost.toFixed(2))).toEqual(costs)
    expect([sums.samples, sums.busts, sums.refetched]).toEqual([4, 1, refetched])
    expect(counts(sums)).toBe(shares)
  },
)
