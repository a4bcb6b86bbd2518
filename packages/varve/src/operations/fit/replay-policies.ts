import {
  addSums,
  asRecorded,
  clearTool,
  figuresOf,
  type ReplaySegment,
  replayPolicy,
  SegmentIndex,
  type Transcript,
  TUNING,
  type WindowPolicy,
} from '@varve/core/fidelity'
import type { FitSettings, FittedSession } from './fitted-session.ts'
import { dollarsOf, moneyOf } from './money.ts'
import { SegmentFitting } from './segment-fitting.ts'

/** Clears old tool results: what providers and frameworks offer, to compare with. */
const CLEAR_TOOL = { trigger: 60_000, keep: 3, atLeast: 20_000 }

export interface ReplayedPolicies extends Pick<FittedSession, 'calls' | 'peak' | 'policies' | 'money'> {
  /** The chosen policy’s engine at the end of each segment. */
  readonly fittings: ReadonlyMap<ReplaySegment, SegmentFitting>
}

export interface ReplayWatch {
  readonly progress?: (done: number, total: number) => void
  /** The segment whose decisions are kept, where there is a store for them. */
  readonly lookedAt?: ReplaySegment | undefined
}

/** The figures of a session under each policy, in the order in which they are shown. */
export function replayPolicies(
  transcript: Transcript,
  segments: readonly ReplaySegment[],
  settings: FitSettings,
  { progress, lookedAt }: ReplayWatch = {},
): ReplayedPolicies {
  const indexes = segments.map((segment) => new SegmentIndex(segment, settings.counter))
  const raw = addSums(indexes.map((index) => replayPolicy(asRecorded, index)))
  const money = moneyOf(transcript, settings.price, raw.rawCost)
  const fittings = new Map<ReplaySegment, SegmentFitting>()
  const chosen = chosenPolicy(settings, (segment) => {
    const fitting = new SegmentFitting(transcript, settings, segment === lookedAt)
    fittings.set(segment, fitting)
    return fitting
  })
  const all = [asRecorded, chosen, clearTool('clear-tool 60k', CLEAR_TOOL)]
  const policies = all.map((policy, place) => {
    progress?.(place, all.length)
    const sums = addSums(indexes.map((index) => replayPolicy(policy, index, { prices: money.prices })))
    const figures = figuresOf(sums)
    const [name, passes] =
      policy === asRecorded
        ? ['as recorded', 0]
        : [policy.name, policy === chosen ? passesOf(fittings) : sums.busts]
    return { name, figures, sums, passes, dollars: dollarsOf(money, figures.refetchCost) }
  })
  const calls = indexes.reduce((sum, { calls: own }) => sum + own.length, 0)
  return { calls, peak: raw.peak, policies, money, fittings }
}

function passesOf(fittings: ReadonlyMap<ReplaySegment, SegmentFitting>): number {
  return [...fittings.values()].reduce((sum, { passes }) => sum + passes, 0)
}

function chosenPolicy(
  { profile, preset, tuning }: FitSettings,
  open: (segment: ReplaySegment) => SegmentFitting,
): WindowPolicy {
  return {
    name: profile === 'default' ? `default / ${preset}` : profile,
    minAgeCalls: profile === 'default' ? (tuning.minAgeCalls ?? TUNING.minAgeCalls) : 0,
    open: ({ segment }) => {
      const fitting = open(segment)
      return (messages) => fitting.step(messages).messages
    },
  }
}
