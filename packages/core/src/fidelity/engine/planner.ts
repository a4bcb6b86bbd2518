import type { Issue } from '../../domain/issue.ts'
import type { Tuning } from '../default/tuning.ts'
import type { DraftDecision, Trigger } from '../ledger/decision.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Size } from '../ledger/measure-view.ts'
import type { Hint } from '../model/hint.ts'
import type { Message, Window } from '../model/message.ts'
import type { FactsBook } from '../model/part-facts.ts'
import type { FidelityOptions } from './fidelity-options.ts'
import type { SessionMemory } from './session-memory.ts'

/** One call as a planner sees it. Tokens are estimates; budgets are brought down to them. */
export interface Call {
  readonly window: Window
  readonly size: Size
  readonly calls: number
  /** By how much estimates fall short of what the provider counts. */
  readonly k: number
  readonly isCold: boolean
  readonly query?: string | undefined
  readonly hints: readonly Hint[]
  readonly force?: 'regrade' | 'hard' | undefined
}

/** What a planner goes by. It changes none of it. */
export interface Session {
  readonly options: FidelityOptions
  readonly tuning: Tuning
  readonly ledger: Ledger
  readonly facts: FactsBook
  readonly memory: SessionMemory
  readonly handleOf: (key: string) => string
  readonly redact: (text: string) => string
  /** A rendering that a model wrote of a part, where there is one that the guard let through. */
  readonly writtenBy: (key: string) => string | undefined
  /** How near a part is to what the session is about, where all that is scored has a vector. */
  readonly semanticOf: ((key: string) => number | undefined) | undefined
}

/** What a profile would do now: the decisions of one pass, or none, and what to remember either way. */
export interface Proposal {
  readonly trigger?: Trigger
  readonly decisions: readonly DraftDecision[]
  readonly before: number
  readonly after: number
  readonly memory: SessionMemory
  readonly postponed?: { readonly need: number; readonly have: number }
  readonly issues: readonly Issue[]
}

/** A profile. Pure: the same call and session give the same proposal. */
export interface Planner {
  readonly profile: 'default' | 'cam'
  /** Whether there may be another pass after the one that was proposed. */
  readonly hasMore: (memory: SessionMemory) => boolean
  readonly propose: (call: Call, session: Session) => Proposal
  /** The last touch on a rendered view. */
  readonly finish: (view: readonly Message[], session: Pick<Session, 'ledger'>) => readonly Message[]
}

/** A proposal to do nothing. */
export function nothing(call: Call, memory: SessionMemory, issues: readonly Issue[] = []): Proposal {
  return { decisions: [], before: call.size.tokens, after: call.size.tokens, memory, issues }
}
