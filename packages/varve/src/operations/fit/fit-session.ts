import { type Issue, VarveError, withoutUndefined } from '@varve/core'
import {
  addSums,
  asRecorded,
  bestBatch,
  type CachePrices,
  clearTool,
  createFidelity,
  type Explanation,
  FB2_RULES,
  type Fidelity,
  type FidelityOptions,
  figuresOf,
  handleOf,
  type LedgerStore,
  type Message,
  messageTokens,
  type Pass,
  PRESETS,
  type ReplaySegment,
  replayPolicy,
  replaySession,
  SegmentIndex,
  type TokenCounter,
  type Transcript,
  TUNING,
  type Tuning,
  type View,
  type Window,
  type WindowFigures,
  type WindowPolicy,
  type WindowSums,
  watermarks,
} from '@varve/core/fidelity'
import { type Money, moneyOf, type PriceName } from './money.ts'

/** What a session is fitted by. */
export interface FitSettings {
  readonly budget: number
  readonly profile: 'default' | 'cam' | 'off'
  readonly preset: keyof typeof PRESETS
  readonly high?: number | undefined
  readonly low?: number | undefined
  readonly counter: TokenCounter
  readonly price?: PriceName | undefined
  /** Beside those of the tuning. */
  readonly pins: readonly string[]
  readonly tuning: Partial<Tuning>
  /** Where a pass that would not pay for the cache is held back. */
  readonly prices: CachePrices | undefined
  readonly expectedCalls: number | undefined
  readonly recall: 'handle' | 'run-again'
  readonly redact: (text: string) => string
  /** Where the decisions on the window that is looked at are kept. */
  readonly store?: LedgerStore
  /** Segment, from 1, whose window is shown; by default the largest. */
  readonly segment?: number | undefined
  /** Call of that segment, from 1; by default the last. */
  readonly call?: number | undefined
}

/** A policy with its figures over the whole session. */
export interface FittedPolicy {
  readonly name: string
  readonly figures: WindowFigures
  readonly sums: WindowSums
  readonly passes: number
  readonly dollars: number
}

/** How large the window was at a call, and how large it would have been. */
export interface CallSize {
  readonly call: number
  readonly raw: number
  readonly shown: number
  readonly pass?: Pass
}

/** One view, and how it came about. */
export interface FittedWindow {
  readonly segment: number
  readonly call: number
  readonly calls: number
  readonly messages: readonly Message[]
  readonly before: View | undefined
  readonly view: View
  readonly parts: readonly Explanation[]
  readonly sizes: readonly CallSize[]
  readonly fidelity: Fidelity
}

export interface FittedSession {
  readonly transcript: Transcript
  readonly settings: FitSettings
  readonly segments: readonly ReplaySegment[]
  readonly calls: number
  readonly tokens: number
  readonly policies: readonly FittedPolicy[]
  readonly money: Money
  readonly window: FittedWindow
  readonly advice: { readonly batch: number; readonly high: number; readonly low: number }
  readonly issues: readonly Issue[]
}

/** Clears old tool results: what providers and frameworks offer, to compare with. */
const CLEAR_TOOL = { trigger: 60_000, keep: 3, atLeast: 20_000 }

/** Replays a session under no policy, the chosen one, and a plain one; and looks closely at one of its windows. */
export function fitSession(
  transcript: Transcript,
  settings: FitSettings,
  progress: (done: number, total: number) => void = () => undefined,
): FittedSession {
  const { segments, calls, policies, money } = replayPolicies(transcript, settings, progress)
  const window = fitWindowAt(transcript, segments, settings)
  return {
    transcript,
    settings,
    segments,
    calls,
    tokens: window.sizes.at(-1)?.raw ?? 0,
    policies,
    money,
    window,
    advice: adviceOf(window, settings, money),
    issues: [...transcript.issues, ...window.view.issues],
  }
}

/** The figures of a session under each policy, in the order in which they are shown. */
export function replayPolicies(
  transcript: Transcript,
  settings: FitSettings,
  progress: (done: number, total: number) => void = () => undefined,
): Pick<FittedSession, 'segments' | 'calls' | 'policies' | 'money'> {
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
    return { name, figures, sums, passes, dollars: money.recorded * figures.cost }
  })
  return { segments, calls: indexes.reduce((sum, { calls }) => sum + calls.length, 0), policies, money }
}

function chosenPolicy(settings: FitSettings, transcript: Transcript, made: { passes: number }): WindowPolicy {
  const { profile, preset } = settings
  return {
    name: profile === 'default' ? `default / ${preset}` : profile,
    minAgeCalls: profile === 'default' ? TUNING.minAgeCalls : 0,
    open: ({ rules }) => {
      const fidelity = createFidelity(optionsOf(settings, transcript))
      const overhead = { tokens: rules.overhead, hash: 'replay' }
      return (messages) => {
        const view = fidelity.prepare({ window: { messages, overhead, sessionId: transcript.sessionId } })
        made.passes += view.passes.length
        return view.messages
      }
    },
  }
}

/** The options of a session’s engine, as the command line says. */
export function optionsOf(settings: FitSettings, { sessionId, cwd }: Transcript): FidelityOptions {
  const { budget, profile, preset, high, low, counter, pins, redact, tuning, prices, expectedCalls, recall } =
    settings
  return {
    sessionId,
    budget,
    profile,
    preset,
    counter,
    redact,
    ...(high === undefined ? {} : { high }),
    ...(low === undefined ? {} : { low }),
    ...(cwd === undefined ? {} : { workingDirectory: cwd }),
    recall,
    tuning: { ...tuning, pins: [...(tuning.pins ?? TUNING.pins), ...pins] },
    ...withoutUndefined({ prices, expectedCalls }),
  }
}

/** Steps a session’s engine up to the call that is asked for. */
export function fitSegments(transcript: Transcript, settings: FitSettings): FittedWindow {
  return fitWindowAt(transcript, replaySession(transcript).segments, settings)
}

/** The same of segments that were read already. */
export function fitWindowAt(
  transcript: Transcript,
  segments: readonly ReplaySegment[],
  settings: FitSettings,
): FittedWindow {
  const number = settings.segment ?? largestSegment(segments)
  const segment = segments[number - 1]
  if (segment === undefined) throw outOfRange('segment', number, segments.length)
  const { messages } = segment
  const answers = messages.flatMap(({ role }, index) => (role === 'assistant' && index >= 1 ? [index] : []))
  const call = settings.call ?? answers.length
  if (call < 1 || call > answers.length) throw outOfRange('call', call, answers.length)
  const { store } = settings
  const fidelity = createFidelity({ ...optionsOf(settings, transcript), ...withoutUndefined({ store }) })
  const overhead = { tokens: FB2_RULES.overhead, hash: 'replay' }
  const sizes: CallSize[] = []
  let before: View | undefined
  let view: View | undefined
  for (const [place, length] of answers.slice(0, call).entries()) {
    const window = { messages: messages.slice(0, length), overhead, sessionId: transcript.sessionId }
    before = view
    view = fidelity.prepare({ window })
    const { pass } = view
    sizes.push({
      call: place + 1,
      raw: rawTokens(window, settings.counter),
      shown: view.tokens,
      ...(pass && { pass }),
    })
  }
  if (view === undefined) throw outOfRange('call', call, answers.length)
  const shown = messages.slice(0, answers[call - 1] ?? 0)
  const parts = fidelity.explain()
  return {
    segment: number,
    call,
    calls: answers.length,
    messages: shown,
    before,
    view,
    parts,
    sizes,
    fidelity,
  }
}

const counted = new WeakMap<Message, number>()

/** A window grows at its end, so that nearly all of it is counted already. */
function rawTokens(window: Window, counter: TokenCounter): number {
  let tokens = window.overhead.tokens
  for (const message of window.messages) {
    const known = counted.get(message) ?? messageTokens(message, counter)
    counted.set(message, known)
    tokens += known
  }
  return tokens
}

/** The segment with the most messages: there a pass has most to do. */
function largestSegment(segments: readonly ReplaySegment[]): number {
  const most = Math.max(0, ...segments.map(({ messages }) => messages.length))
  return segments.findIndex(({ messages }) => messages.length === most) + 1
}

function outOfRange(what: string, given: number, most: number): VarveError {
  return new VarveError('usage', `${what} ${given} of ${most}: there is none`, {
    fix: [`varve fit <transcript> --${what} ${Math.max(1, most)}`],
  })
}

/** How many tokens between two passes cost least, beside those that the marks leave. */
function adviceOf(
  { sizes }: FittedWindow,
  settings: FitSettings,
  { prices }: Money,
): FittedSession['advice'] {
  const { high, low } = watermarks(settingsMarks(settings), { ...TUNING, ...PRESETS[settings.preset] })
  const first = sizes[0]?.raw ?? 0
  const growth = sizes.length < 2 ? 0 : ((sizes.at(-1)?.raw ?? 0) - first) / (sizes.length - 1)
  const batch = bestBatch({ prices, cold: 0, staying: low, growth })
  return { batch: Math.round(batch), high: Math.round(high), low: Math.round(low) }
}

function settingsMarks({ budget, high, low }: FitSettings) {
  return { budget, ...(high === undefined ? {} : { high }), ...(low === undefined ? {} : { low }) }
}

/** The parts that were left out, largest first, each with the handle that brings it back. */
export function largestElided({ window, transcript }: FittedSession, count: number) {
  const elided = window.parts.filter(({ level, kind }) => level === 'placeholder' && kind !== 'reasoning')
  return elided
    .toSorted((a, b) => b.tokens - a.tokens || a.message - b.message)
    .slice(0, count)
    .map((part) => ({ ...part, handle: handleOf(transcript.sessionId, part.key) }))
}
