import type { EntryId } from '../../domain/ids.ts'
import type { Ledger, Narrative } from '../ledger.ts'
import type { Proposal } from '../proposal.ts'
import type { StaleVerdict } from '../stale/judge-verdict.ts'
import type { Spent } from './budget.ts'

export const STEPS = ['dedup', 'fusion', 'stale', 'narrative'] as const
export type ProposeStep = (typeof STEPS)[number]

/** A proposal with the version of the instructions that it came by. */
export interface Proposed {
  readonly step: ProposeStep
  readonly prompt: string
  readonly proposal: Proposal
}

/** A question that was not asked, or got no answer: its entries stay undecided. */
export interface Skipped {
  readonly step: ProposeStep
  readonly category: string
  readonly entries: readonly EntryId[]
  readonly reason: string
  /** 0: it was not asked. */
  readonly attempts: number
}

/** An answer that may not be used: what it was about stays as it is. */
export interface Refused {
  readonly step: ProposeStep
  readonly prompt: string
  readonly category: string
  readonly entries: readonly EntryId[]
  readonly codes: readonly string[]
  readonly detail: string
}

/** A question as it would be asked. */
export interface Planned {
  readonly step: ProposeStep
  readonly category: string
  readonly entries: readonly EntryId[]
  /** Tokens. */
  readonly input: number
  readonly output: number
}

/** `ok`: all was asked. `partial`: a cap ended it. `degraded`: some questions got no answer. */
export type RunStatus = 'ok' | 'partial' | 'degraded' | 'unavailable'

/** What a run came to. Nothing of it is applied. */
export interface ProposeOutcome {
  readonly status: RunStatus
  readonly accepted: readonly Proposed[]
  readonly waiting: readonly Proposed[]
  readonly rejected: readonly Proposed[]
  readonly stale: readonly StaleVerdict[]
  /** Prose that passed. */
  readonly written: readonly Narrative[]
  readonly refused: readonly Refused[]
  readonly skipped: readonly Skipped[]
  readonly planned: readonly Planned[]
  readonly coverage: { readonly seen: number; readonly total: number }
  readonly failed: number
  readonly retries: number
  readonly spent: Spent
  /** As it is to be kept once the plan is applied. */
  readonly ledger: Ledger
}
