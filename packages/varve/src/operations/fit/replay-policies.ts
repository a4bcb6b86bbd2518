import {
  addSums,
  asRecorded,
  CACHE_PRICES,
  clearTool,
  figuresOf,
  NO_SUMS,
  type PolicyContext,
  type ReplaySegment,
  replayPolicy,
  SegmentIndex,
  type Transcript,
  TUNING,
  type WindowPolicy,
  type WindowSums,
} from '@varve/core/fidelity'
import { clearGrownHeap } from '../heap/old-heap.ts'
import type { FitSettings, FittedPolicy, FittedSession } from './fitted-session.ts'
import { dollarsOf, moneyOf } from './money.ts'
import { SegmentFitting } from './segment-fitting.ts'

/** Clears old tool results: what providers and frameworks offer, to compare with. */
const CLEAR_TOOL = { trigger: 60_000, keep: 3, atLeast: 20_000 }

export interface ReplayedPolicies extends Pick<FittedSession, 'calls' | 'peak' | 'policies' | 'money'> {
  /** The chosen policy’s engine at the end of the segment that is looked at. */
  readonly fitting: SegmentFitting | undefined
}

export interface ReplayWatch {
  readonly progress?: (done: number, total: number) => void
  /** The segment whose engine is kept, and its decisions, where there is a store for them. */
  readonly lookedAt?: ReplaySegment | undefined
}

/** The figures of a session under each policy, in the order in which they are shown. */
export function replayPolicies(
  transcript: Transcript,
  segments: readonly ReplaySegment[],
  settings: FitSettings,
  { progress, lookedAt }: ReplayWatch = {},
): ReplayedPolicies {
  const prices = CACHE_PRICES[settings.price]
  let fitting: SegmentFitting | undefined
  let opened: SegmentFitting | undefined
  const chosen = chosenPolicy(settings, (context) => {
    const isLookedAt = context.segment === lookedAt
    opened = new SegmentFitting(transcript, settings, isLookedAt, context)
    if (isLookedAt) fitting = opened
    return opened
  })
  const all = [asRecorded, chosen, clearTool('clear-tool 60k', CLEAR_TOOL)]
  const sums: WindowSums[][] = all.map(() => [])
  let calls = 0
  let passes = 0
  // Segment by segment: what is known of one is of no use to the next, and takes as much memory as its text.
  for (const [done, segment] of segments.entries()) {
    const index = new SegmentIndex(segment, settings.counter)
    calls += index.calls.length
    for (const [place, policy] of all.entries()) {
      progress?.(done * all.length + place, segments.length * all.length)
      sums[place]?.push(replayPolicy(policy, index, { prices }))
    }
    passes += opened?.passes ?? 0
    clearGrownHeap()
  }
  const [raw = NO_SUMS, ...others] = sums.map(addSums)
  const money = moneyOf(transcript, settings.price, raw.rawCost)
  const rowOf = (name: string, total: WindowSums, count: number): FittedPolicy => {
    const figures = figuresOf(total)
    return { name, figures, sums: total, passes: count, dollars: dollarsOf(money, figures.refetchCost) }
  }
  const [ours = NO_SUMS, cleared = NO_SUMS] = others
  const policies = [
    rowOf('as recorded', raw, 0),
    rowOf(chosen.name, ours, passes),
    rowOf('clear-tool 60k', cleared, cleared.busts),
  ]
  return { calls, peak: raw.peak, policies, money, fitting }
}

function chosenPolicy(
  { profile, preset, tuning }: FitSettings,
  open: (context: PolicyContext) => SegmentFitting,
): WindowPolicy {
  return {
    name: profile === 'default' ? `default / ${preset}` : profile,
    minAgeCalls: profile === 'default' ? (tuning.minAgeCalls ?? TUNING.minAgeCalls) : 0,
    open: (context) => {
      const fitting = open(context)
      return (messages) => fitting.step(messages).messages
    },
  }
}
