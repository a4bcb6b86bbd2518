import type { Issue } from '../../domain/issue.ts'
import type { TokenCounter } from '../../ports/token-counter.ts'
import type { CachePrices } from '../cost/cost-gate.ts'
import type { PRESETS, Tuning } from '../default/tuning.ts'
import type { Pass } from '../ledger/decision.ts'
import type { LedgerState } from '../ledger/ledger.ts'
import type { Level, Message, Window } from '../model/message.ts'

export interface FidelityOptions {
  readonly sessionId: string
  /** Tokens that the model takes, without those of its answer. */
  readonly budget: number
  readonly profile?: 'off' | 'default'
  readonly preset?: keyof typeof PRESETS
  /** Tokens above which a pass is due, and which it brings the window down to; by default by the preset. */
  readonly high?: number
  readonly low?: number
  readonly counter?: TokenCounter
  readonly tuning?: Partial<Tuning>
  /** What cached tokens cost; without it no pass is held back for the sake of the cache. */
  readonly prices?: CachePrices
  /** Calls that the session will still have; by default half of those it had. */
  readonly expectedCalls?: number
  /** Whether what is elided can be read back by its handle. */
  readonly recall?: 'handle' | 'run-again'
  /** Decisions of an earlier process. */
  readonly ledger?: LedgerState
  /** The host keeps its memory elsewhere: nothing is decided (INV-11). */
  readonly memoryFirst?: boolean
  readonly workingDirectory?: string
  /** Masks secrets in what renderings quote; by default by the built-in rules. */
  readonly redact?: (text: string) => string
}

export interface PrepareInput {
  readonly window: Window
  /** The prompt cache is lost anyway, so a pass costs nothing. */
  readonly isCold?: boolean
}

/** What is sent for one call. */
export interface View {
  readonly messages: readonly Message[]
  /** With overhead; of overhead alone where the profile is off, for nothing is counted then (CAM-01). */
  readonly tokens: number
  /** Model calls so far; 0 where the profile is off. */
  readonly calls: number
  readonly levels: Readonly<Record<Level, number>>
  readonly pass?: Pass
  /** A pass was due, and would not have paid: calls that it needs, and that are expected. */
  readonly postponed?: { readonly need: number; readonly have: number }
  /** The window stays too large whatever is left out: the host should compact it. */
  readonly advice?: 'handoff'
  readonly issues: readonly Issue[]
}
