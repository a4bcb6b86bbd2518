import type { JournalRecord, Model, Plan } from '@varve/core'
import type { Proposed, ProposeOutcome } from '@varve/core/propose'

/** What stage 2 came to, and what was made of it. */
export interface Stage2 {
  readonly status: 'off' | 'unavailable' | ProposeOutcome['status']
  /** Undefined where nobody was asked. */
  readonly outcome?: ProposeOutcome
  readonly model?: Pick<Model, 'provider' | 'name'>
  /** Questions that wait for an agent to take them, where that is the model. */
  readonly queued?: number
  readonly plan: Plan
  readonly record?: JournalRecord | undefined
  /** Proposals whose sources changed before they could be applied. */
  readonly changed: readonly Proposed[]
}

export const STAGE2_OFF: Stage2 = { status: 'off', plan: emptyPlan('compact --llm'), changed: [] }

export function emptyPlan(command: string): Plan {
  return { stage: 'stage2', command, operations: [], base: [] }
}
