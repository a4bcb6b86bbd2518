import { expect, test } from 'vitest'
import { newestWindow } from '../../../../../bench/window/baselines/newest-window.ts'
import { est2 } from '../../../src/counters/est2.ts'
import type { Message } from '../../../src/fidelity/model/message.ts'
import { asRecorded } from '../../../src/fidelity/replay/policies/as-recorded.ts'
import { clearTool } from '../../../src/fidelity/replay/policies/clear-tool.ts'
import { fittedByCam, fittedByDefault } from '../../../src/fidelity/replay/policies/fitted.ts'
import type { WindowPolicy } from '../../../src/fidelity/replay/policy.ts'
import { replayPolicy } from '../../../src/fidelity/replay/replay-policy.ts'
import type { ReplaySegment } from '../../../src/fidelity/replay/replay-segment.ts'
import { SegmentIndex } from '../../../src/fidelity/replay/segment-index.ts'
import { addSums, figuresOf } from '../../../src/fidelity/replay/window-sums.ts'
import { synthSession } from '../synth/synth-session.ts'
import { continued, golden, shows } from './golden-segment.ts'
import { o200k } from './o200k.ts'
import { secondClearTool, secondNone, secondWindow } from './second-meter/baselines.ts'
import { mangled } from './second-meter/mangled.ts'
import { type SecondSums, secondMeter } from './second-meter/meter.ts'
import { disagreements, metricsOf, metricsOfProduct } from './second-meter/metrics.ts'
import { rememberedCounter } from './second-meter/remembered-counter.ts'

const counter = rememberedCounter(est2)

/** Of two sessions that nobody wrote; the host of the second counts its calls from the beginning in each message. */
const SEGMENTS: readonly ReplaySegment[] = [1, 3].map((seed) => ({
  start: 'begin',
  from: 0,
  messages: synthSession(seed, 30).map(withoutImages),
  workingDirectory: '/work/app',
}))
const INDEXES = SEGMENTS.map((segment) => new SegmentIndex(segment, counter))

function withoutImages(message: Message): Message {
  return { ...message, parts: message.parts.filter(({ kind }) => kind !== 'image') }
}

const balanced = fittedByDefault('balanced', { budget: 60_000, preset: 'balanced', counter })
const cam = fittedByCam('cam', { budget: 20_000, counter })

const POLICIES: readonly (readonly [name: string, product: WindowPolicy, second: WindowPolicy])[] = [
  ['as recorded', asRecorded, secondNone],
  ['clear-tool', clearTool('c', { trigger: 8000, keep: 3, atLeast: 2000 }), secondClearTool(8000, 3, 2000)],
  ['the newest', newestWindow('w', 9000), secondWindow(9000)],
  ['balanced', balanced, balanced],
  ['cam', cam, cam],
  ['what no policy may do', mangled, mangled],
]

test.each(POLICIES)(
  'a second meter, written from the reference alone, says the same of made sessions: %s [CAM-131]',
  (_, product, second) => {
    const figures = figuresOf(addSums(INDEXES.map((index) => replayPolicy(product, index))))
    const metrics = metricsOf(SEGMENTS.map((segment) => secondMeter(second, segment, counter)))
    expect(disagreements(metrics, metricsOfProduct(figures))).toEqual([])
  },
)

test('what breaks everything lowers every metric, so that none agrees by being empty', () => {
  const broken = metricsOf(SEGMENTS.map((segment) => secondMeter(mangled, segment, counter)))
  const whole = metricsOf(SEGMENTS.map((segment) => secondMeter(secondNone, segment, counter)))
  const same = Object.keys(whole).filter((name) => broken[name] === whole[name])
  // Made sessions edit no line that was seen before; recorded ones do.
  expect(same).toEqual(['line'])
})

test.each([
  ['as recorded', secondNone, golden(), '15507 5218.05 5218.05 0 2/2 0/2 0/1 0'],
  ['cleared', shows('[cleared]'), golden(), '15461 5265.20 6124.75 1 1/2 1/2 1/1 33'],
  ['19 later', shows('[cleared]'), continued(17), '77381 12065.55 12925.10 1 9/14 1/3 1/2 33'],
  ['20 later', shows('[cleared]'), continued(18), '81106 12472.55 14189.35 1 9/14 2/3 2/2 66'],
])('the second meter has the numbers of the golden segment: %s', (_, policy, session, numbers) => {
  const segment: ReplaySegment = { start: 'begin', from: 0, messages: session }
  expect(numbersOf(secondMeter(policy, segment, o200k))).toBe(numbers)
})

function numbersOf(sums: SecondSums): string {
  const total = ({ path, ident, num, line }: SecondSums['kept']) => path + ident + num + line
  return [
    sums.tokens,
    sums.cost.toFixed(2),
    sums.refetchCost.toFixed(2),
    sums.busts,
    `${total(sums.kept)}/${total(sums.needed)}`,
    `${sums.unsupported}/${sums.acts}`,
    `${sums.unsupportedEdits}/${sums.edits}`,
    sums.refetched,
  ].join(' ')
}
