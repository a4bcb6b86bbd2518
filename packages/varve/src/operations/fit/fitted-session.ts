import type { Issue } from '@varve/core'
import type {
  CachePrices,
  Explanation,
  Fidelity,
  LedgerStore,
  Message,
  Pass,
  PRESETS,
  ReplaySegment,
  TokenCounter,
  Transcript,
  Tuning,
  View,
  WindowFigures,
  WindowSums,
} from '@varve/core/fidelity'
import type { Money, PriceName } from './money.ts'

/** What a session is fitted by. */
export interface FitSettings {
  readonly budget: number
  readonly profile: 'default' | 'cam' | 'off'
  readonly preset: keyof typeof PRESETS
  readonly high?: number | undefined
  readonly low?: number | undefined
  readonly counter: TokenCounter
  readonly price: PriceName
  /** Beside those of the tuning. */
  readonly pins: readonly string[]
  readonly tuning: Partial<Tuning>
  /** Where a pass that would not pay for the cache is held back. */
  readonly prices: CachePrices | undefined
  readonly expectedCalls: number | undefined
  readonly recall: 'handle' | 'run-again'
  readonly redact: (text: string) => string
  /** Told of the decisions on the window that is looked at. */
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
  /** With what is read again because it was left out. */
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
  /** Of the largest window that the agent sent. */
  readonly peak: number
  readonly policies: readonly FittedPolicy[]
  readonly money: Money
  readonly window: FittedWindow
  readonly advice: { readonly batch: number; readonly high: number; readonly low: number }
  readonly issues: readonly Issue[]
}
