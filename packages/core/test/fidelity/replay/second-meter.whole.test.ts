import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { maskLast } from '../../../../../bench/window/baselines/mask-last.ts'
import { newestWindow } from '../../../../../bench/window/baselines/newest-window.ts'
import { opencode } from '../../../../../bench/window/baselines/opencode.ts'
import { oracle } from '../../../../../bench/window/baselines/oracle.ts'
import type { Message } from '../../../src/fidelity/model/message.ts'
import { asRecorded } from '../../../src/fidelity/replay/policies/as-recorded.ts'
import { clearTool } from '../../../src/fidelity/replay/policies/clear-tool.ts'
import { fittedByCam, fittedByDefault } from '../../../src/fidelity/replay/policies/fitted.ts'
import type { WindowPolicy } from '../../../src/fidelity/replay/policy.ts'
import { replayPolicy } from '../../../src/fidelity/replay/replay-policy.ts'
import { type ReplaySegment, replaySession } from '../../../src/fidelity/replay/replay-segment.ts'
import { SegmentIndex } from '../../../src/fidelity/replay/segment-index.ts'
import { addSums, figuresOf } from '../../../src/fidelity/replay/window-sums.ts'
import { readTranscript } from '../../../src/fidelity/transcripts/open-transcript.ts'
import { synthSession } from '../synth/synth-session.ts'
import { o200k } from './o200k.ts'
import {
  secondClearTool,
  secondMaskLast,
  secondNone,
  secondOpencode,
  secondWindow,
} from './second-meter/baselines.ts'
import { mangled } from './second-meter/mangled.ts'
import { secondMeter } from './second-meter/meter.ts'
import { disagreements, metricsOf, metricsOfProduct } from './second-meter/metrics.ts'
import { secondOracle } from './second-meter/oracle.ts'
import { rememberedCounter } from './second-meter/remembered-counter.ts'

const FILE = join(
  process.env.VARVE_DATA ?? join(import.meta.dirname, '../../../../../../shared/data'),
  'transcripts/pi/before-compaction.jsonl',
)

const counter = rememberedCounter(o200k)
let read:
  | { readonly segments: readonly ReplaySegment[]; readonly indexes: readonly SegmentIndex[] }
  | undefined

/** Read once for all policies. */
function recorded() {
  if (read !== undefined) return read
  const { transcripts } = readTranscript(readFileSync(FILE, 'utf8'))
  const segments = transcripts.flatMap((transcript) => replaySession(transcript).segments)
  read = { segments, indexes: segments.map((segment) => new SegmentIndex(segment, counter)) }
  return read
}

/** As a replay has them. */
function withoutImages(message: Message): Message {
  return { ...message, parts: message.parts.filter(({ kind }) => kind !== 'image') }
}

const clear = { trigger: 60_000, keep: 3, atLeast: 20_000 }
const balanced = fittedByDefault('balanced', { budget: 200_000, preset: 'balanced', counter })
const lean = fittedByDefault('lean', { budget: 200_000, preset: 'lean', counter })
const cam = fittedByCam('cam', { budget: 200_000, counter })
const camCompat = fittedByCam('cam, compat', { budget: 200_000, cam: { compat: true }, counter })

const POLICIES: readonly (readonly [name: string, product: WindowPolicy, second: WindowPolicy])[] = [
  ['as recorded', asRecorded, secondNone],
  ['clear-tool', clearTool('c', clear), secondClearTool(clear.trigger, clear.keep, clear.atLeast)],
  ['mask-last', maskLast('m', 10, 1), secondMaskLast(10, 1)],
  ['opencode', opencode, secondOpencode(40_000, 20_000)],
  ['the newest', newestWindow('w', 60_000), secondWindow(60_000)],
  ['oracle', oracle('o', 60_000, true), secondOracle(60_000, true)],
  ['balanced', balanced, balanced],
  ['lean', lean, lean],
  ['cam', cam, cam],
  ['cam as it was', camCompat, camCompat],
  ['what no policy may do', mangled, mangled],
]

// All three segments of the one recorded session of pi that is in the public data.
describe.skipIf(!existsSync(FILE))('a recorded session of pi (skipped: no data at VARVE_DATA)', () => {
  test.each(POLICIES)('is measured alike by a second meter: %s [CAM-131]', (_, product, second) => {
    const { segments, indexes } = recorded()
    const figures = figuresOf(addSums(indexes.map((index) => replayPolicy(product, index))))
    const metrics = metricsOf(segments.map((segment) => secondMeter(second, segment, counter)))
    expect(disagreements(metrics, metricsOfProduct(figures))).toEqual([])
  })
})

const short = fittedByDefault('balanced', { budget: 60_000, preset: 'balanced', counter })

test.each([
  ['clear-tool', clearTool('c', { ...clear, trigger: 20_000 }), secondClearTool(20_000, 3, 20_000)],
  ['balanced', short, short],
  ['what no policy may do', mangled, mangled],
] as const)(
  'the twenty made sessions, as far as their fortieth call, are measured alike by a second meter: %s [CAM-131]',
  (_, product, second) => {
    for (let seed = 1; seed <= 20; seed++) {
      const messages = synthSession(seed, 40).map(withoutImages)
      const segment: ReplaySegment = { start: 'begin', from: 0, messages, workingDirectory: '/work/app' }
      const figures = figuresOf(replayPolicy(product, new SegmentIndex(segment, counter)))
      const metrics = metricsOf([secondMeter(second, segment, counter)])
      expect(disagreements(metrics, metricsOfProduct(figures))).toEqual([])
    }
  },
)
