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

const FOLDER = join(
  process.env.VARVE_DATA ?? join(import.meta.dirname, '../../../../../../shared/data'),
  'transcripts',
)
const PI = 'pi/before-compaction.jsonl'
/** Agents that patch files; of the first a host cleared results in place. */
const PATCHING = ['opencode/10-7e846f866c-5.json', 'codex/rollout-4f-7325a9ab13-1.jsonl']

const counter = rememberedCounter(o200k)
interface Recorded {
  readonly segments: readonly ReplaySegment[]
  readonly indexes: readonly SegmentIndex[]
}

const known = new Map<string, Recorded>()

/** Read once for all policies. */
function recorded(file: string): Recorded {
  const read = known.get(file) ?? readRecorded(file)
  known.set(file, read)
  return read
}

function readRecorded(file: string): Recorded {
  const { transcripts } = readTranscript(readFileSync(join(FOLDER, file), 'utf8'))
  const segments = transcripts.flatMap((transcript) => replaySession(transcript).segments)
  return { segments, indexes: segments.map((segment) => new SegmentIndex(segment, counter)) }
}

function disagreementsOn(
  { segments, indexes }: Recorded,
  product: WindowPolicy,
  second: WindowPolicy,
): readonly string[] {
  const figures = figuresOf(addSums(indexes.map((index) => replayPolicy(product, index))))
  const metrics = metricsOf(segments.map((segment) => secondMeter(second, segment, counter)))
  return disagreements(metrics, metricsOfProduct(figures))
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

describe.skipIf(!existsSync(FOLDER))('recorded sessions (skipped: no data at VARVE_DATA)', () => {
  // All three segments of the one file of pi that is in the public data.
  test.each(POLICIES)('of pi are measured alike by a second meter: %s [CAM-131]', (_, product, second) => {
    expect(disagreementsOn(recorded(PI), product, second)).toEqual([])
  })

  test.each(PATCHING)('are measured alike where agents patch files: %s', (file) => {
    expect(disagreementsOn(recorded(file), lean, lean)).toEqual([])
  })
})

const short = fittedByDefault('balanced', { budget: 60_000, preset: 'balanced', counter })

test.each([
  ['clear-tool', clearTool('c', { ...clear, trigger: 20_000 }), secondClearTool(20_000, 3, 20_000)],
  ['balanced', short, short],
  ['what no policy may do', mangled, mangled],
] as const)(
  'the twenty made sessions, twenty-five calls of each, are measured alike by a second meter: %s [CAM-131]',
  (_, product, second) => {
    for (let seed = 1; seed <= 20; seed++) {
      const messages = synthSession(seed, 25).map(withoutImages)
      const segment: ReplaySegment = { start: 'begin', from: 0, messages, workingDirectory: '/work/app' }
      const made = { segments: [segment], indexes: [new SegmentIndex(segment, counter)] }
      expect(disagreementsOn(made, product, second)).toEqual([])
    }
  },
)
