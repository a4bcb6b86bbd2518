import {
  addSums,
  asRecorded,
  clearTool,
  createFidelity,
  figuresOf,
  replayPolicy,
  replaySession,
  SegmentIndex,
  type Transcript,
  TUNING,
  type WindowPolicy,
} from '@varve/core/fidelity'
import { engineOptions } from './engine-options.ts'
import type { FitSettings, FittedSession } from './fitted-session.ts'
import { dollarsOf, moneyOf } from './money.ts'

/** Clears old tool results: what providers and frameworks offer, to compare with. */
const CLEAR_TOOL = { trigger: 60_000, keep: 3, atLeast: 20_000 }

/** The figures of a session under each policy, in the order in which they are shown. */
export function replayPolicies(
  transcript: Transcript,
  settings: FitSettings,
  progress: (done: number, total: number) => void = () => undefined,
): Pick<FittedSession, 'segments' | 'calls' | 'peak' | 'policies' | 'money'> {
  const { segments } = replaySession(transcript)
  const indexes = segments.map((segment) => new SegmentIndex(segment, settings.counter))
  const raw = addSums(indexes.map((index) => replayPolicy(asRecorded, index)))
  const money = moneyOf(transcript, settings.price, raw.rawCost)
  const made = { passes: 0 }
  const chosen = chosenPolicy(settings, transcript, made)
  const all = [asRecorded, chosen, clearTool('clear-tool 60k', CLEAR_TOOL)]
  const policies = all.map((policy, place) => {
    progress(place, all.length)
    const sums = addSums(indexes.map((index) => replayPolicy(policy, index, { prices: money.prices })))
    const figures = figuresOf(sums)
    const [name, passes] =
      policy === asRecorded ? ['as recorded', 0] : [policy.name, policy === chosen ? made.passes : sums.busts]
    return { name, figures, sums, passes, dollars: dollarsOf(money, figures.refetchCost) }
  })
  const calls = indexes.reduce((sum, { calls: own }) => sum + own.length, 0)
  return { segments, calls, peak: raw.peak, policies, money }
}

function chosenPolicy(settings: FitSettings, transcript: Transcript, made: { passes: number }): WindowPolicy {
  const { profile, preset } = settings
  return {
    name: profile === 'default' ? `default / ${preset}` : profile,
    minAgeCalls: profile === 'default' ? (settings.tuning.minAgeCalls ?? TUNING.minAgeCalls) : 0,
    open: ({ rules }) => {
      const fidelity = createFidelity(engineOptions(settings, transcript))
      const overhead = { tokens: rules.overhead, hash: 'replay' }
      return (messages) => {
        const view = fidelity.prepare({ window: { messages, overhead, sessionId: transcript.sessionId } })
        made.passes += view.passes.length
        return view.messages
      }
    },
  }
}
