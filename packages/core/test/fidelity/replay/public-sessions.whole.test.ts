import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { est2 } from '../../../src/counters/est2.ts'
import { CACHE_PRICES } from '../../../src/fidelity/cost/cost-gate.ts'
import { createFidelity } from '../../../src/fidelity/engine/fidelity.ts'
import { fittedByDefault } from '../../../src/fidelity/replay/policies/fitted.ts'
import { replayPolicy } from '../../../src/fidelity/replay/replay-policy.ts'
import { type ReplaySegment, replaySession } from '../../../src/fidelity/replay/replay-segment.ts'
import { SegmentIndex } from '../../../src/fidelity/replay/segment-index.ts'
import { addSums, figuresOf } from '../../../src/fidelity/replay/window-sums.ts'
import { readTranscript } from '../../../src/fidelity/transcripts/open-transcript.ts'

const FOLDER = join(
  process.env.VARVE_DATA ?? join(import.meta.dirname, '../../../../../../shared/data'),
  'transcripts',
)
const LONG = [
  'claude-code/entireio-cli-corpus/2026-01-15_a5-d8ec9bae67-0.jsonl.gz',
  'codex/rollout-4f-7325a9ab13-1.jsonl',
  'opencode/10-7e846f866c-5.json',
  'pi/before-compaction.jsonl',
]
const SHORT = [
  'swe-agent/crypto__BabyTimeCapsule.traj',
  'swe-agent/web__i_got_id_demo.traj',
  'openai-chat/tau-bench-gpt-4o-airline.json',
]

function segmentsOf(path: string): readonly ReplaySegment[] {
  const bytes = readFileSync(join(FOLDER, path))
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  return readTranscript(text).transcripts.flatMap((transcript) => replaySession(transcript).segments)
}

let indexes: readonly SegmentIndex[] | undefined

/** Read once for all presets. */
function longIndexes(): readonly SegmentIndex[] {
  indexes ??= LONG.flatMap(segmentsOf).map((segment) => new SegmentIndex(segment, est2))
  return indexes
}

describe.skipIf(!existsSync(FOLDER))('recorded sessions (skipped: no data at VARVE_DATA)', () => {
  test.each(['light', 'balanced', 'lean'] as const)(
    'under the preset %s show the newest change of every file and all that a person said, and break nothing [CAM-126]',
    (preset) => {
      const fitted = fittedByDefault(preset, {
        budget: 200_000,
        preset,
        prices: CACHE_PRICES['anthropic-5m'],
      })
      const figures = figuresOf(addSums(longIndexes().map((index) => replayPolicy(fitted, index))))
      expect(figures).toMatchObject({ fileState: 1, userLines: 1, violations: 0 })
      expect(figures.fileContent).toBeGreaterThan(0.8)
      expect(figures.cost).toBeLessThan(1)
    },
  )

  test.each([
    ['all that a person said is kept', { userBudgetRatio: 1e6 }, 1],
    ['hardly any of it has to be', { userBudgetRatio: 0, userBudgetMin: 0, pasteMinTokens: 200 }, 0.5],
  ] as const)(
    'lose no line of a person but inside of what they pasted, where %s [CAM-122]',
    (_, tuning, least) => {
      const fitted = fittedByDefault('default', { budget: 200_000, tuning })
      const figures = figuresOf(addSums(longIndexes().map((index) => replayPolicy(fitted, index))))
      expect(figures.ownLinesLost).toBe(0)
      expect(figures.userLines).toBeGreaterThanOrEqual(least)
    },
  )

  test('that fit anyway come out as they went in, by default and by cam [CAM-124]', () => {
    for (const { messages } of SHORT.flatMap(segmentsOf)) {
      const window = { messages, overhead: { tokens: 1000, hash: '' }, sessionId: 's' }
      for (const profile of ['off', 'default', 'cam'] as const) {
        const engine = createFidelity({ sessionId: 's', budget: 200_000, profile, strict: true })
        expect(engine.prepare({ window }).messages).toBe(messages)
      }
    }
  })
})
