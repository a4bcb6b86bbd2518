import type { Issue } from '../../domain/issue.ts'
import type { TokenCounter } from '../../ports/token-counter.ts'
import type { CamConfig } from '../cam/cam-config.ts'
import type { CachePrices } from '../cost/cost-gate.ts'
import type { PRESETS, Tuning } from '../default/tuning.ts'
import type { Pass } from '../ledger/decision.ts'
import type { LedgerState } from '../ledger/ledger.ts'
import type { TaskGraph } from '../lookahead/lookahead.ts'
import type { Hint } from '../model/hint.ts'
import type { Level, Message, Window } from '../model/message.ts'
import type { FactsBook } from '../model/part-facts.ts'
import type { FidelityEvent } from './fidelity-event.ts'
import type { LedgerStore } from './ledger-store.ts'
import type { SessionState } from './session-state.ts'

export interface FidelityOptions {
  readonly sessionId: string
  /** Tokens that the model takes, without those of its answer. */
  readonly budget: number
  readonly profile?: 'off' | 'default' | 'cam'
  readonly preset?: keyof typeof PRESETS
  /** Tokens above which a pass is due, and which it brings the window down to; by default by the preset. */
  readonly high?: number
  readonly low?: number
  readonly counter?: TokenCounter
  /** What is known of the session's texts already, by the same counter: as a replay that reads them, too. */
  readonly facts?: FactsBook
  /**
   * Whether the views between two passes are one array that grows, for a replay, which is through with a view before
   * the next call: copies would be the square of a long session.
   */
  readonly viewGrows?: boolean
  readonly tuning?: Partial<Tuning>
  /** Settings of the profile `cam`; there is no need to set `enabled` where the profile is chosen. */
  readonly cam?: Partial<CamConfig>
  /** What cached tokens cost; without it no pass is held back for the sake of the cache. */
  readonly prices?: CachePrices
  /** Calls that the session will still have; by default half of those it had. */
  readonly expectedCalls?: number
  /** By how much estimates fall short before the first report of a call's usage; by default not at all. */
  readonly calibration?: number
  /** Whether what is elided can be read back by its handle. */
  readonly recall?: 'handle' | 'run-again'
  /** What an earlier process knew. */
  readonly ledger?: SessionState | LedgerState
  /** Where decisions are kept, so that a process that is killed loses none. */
  readonly store?: LedgerStore
  /**
   * Whether a view of a broken window is made whole: for a host that builds its request from the messages of the view.
   * `fitRequest` edits a request, and adds no message to it.
   */
  readonly repair?: boolean
  /** The host keeps its memory elsewhere: nothing is decided (INV-11). */
  readonly memoryFirst?: boolean
  /** The provider compacts by itself: the hard tier of the profile `cam` leaves it the first try. */
  readonly serverCompaction?: boolean
  readonly workingDirectory?: string
  /** Masks secrets in what renderings quote; by default by the built-in rules. */
  readonly redact?: (text: string) => string
  /** Whether an inner fault is thrown instead of the window being sent as it is: for tests. */
  readonly strict?: boolean
  /** Told of each thing that happens. */
  readonly on?: (event: FidelityEvent) => void
}

export interface PrepareInput {
  /** The final window of a call: all insertions are made (INV-01). */
  readonly window: Window
  /** The prompt cache is lost anyway, so a pass costs nothing. */
  readonly isCold?: boolean
  /** Milliseconds since 1970, to tell how long the cache was left alone. */
  readonly now?: number
  /** Asked before anything is recorded: whether it takes too long, so that the window goes out as it came (CAM-08). */
  readonly isLate?: () => boolean
  /** What the next call is about; by default the last text of a person. */
  readonly query?: string
  readonly hints?: readonly Hint[]
  /** Tasks of which some are at work. */
  readonly graph?: TaskGraph
  /** A pass that must come: graded anew, or as far as it goes. */
  readonly force?: 'regrade' | 'hard'
}

/** What is sent for one call. */
export interface View {
  readonly messages: readonly Message[]
  /** With overhead; of overhead alone where the profile is off, for nothing is counted then (CAM-01). */
  readonly tokens: number
  /** The same of the window without any decision. */
  readonly raw: number
  /** What `tokens` are as the provider will count them, going by its reports. */
  readonly used: number
  /** Model calls so far; 0 where the profile is off. */
  readonly calls: number
  readonly levels: Readonly<Record<Level, number>>
  /** What was decided for this call; `passes` where it took several. */
  readonly pass?: Pass
  readonly passes: readonly Pass[]
  /** A pass was due, and would not have paid: calls that it needs, and that are expected. */
  readonly postponed?: { readonly need: number; readonly have: number }
  /** The window stays too large whatever is left out: the host should compact it. */
  readonly advice?: 'handoff'
  readonly issues: readonly Issue[]
}
