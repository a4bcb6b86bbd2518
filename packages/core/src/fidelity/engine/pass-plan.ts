import { VarveError } from '../../domain/errors.ts'
import type { PrepareInput } from './fidelity-options.ts'
import type { LiveSession } from './live-session.ts'
import type { Planner, Proposal } from './planner.ts'

/** What a call would decide: a dry run that can be committed as long as nothing else was decided. */
export interface PassPlan extends Omit<Proposal, 'memory'> {
  readonly input: PrepareInput
  /** The state that it was made on. */
  readonly base: string
}

export function planOf(live: LiveSession, planner: Planner, input: PrepareInput): PassPlan {
  const call = live.open(input)
  const { memory: _, ...proposal } = planner.propose(call, live.session())
  return { ...proposal, input, base: baseOf(live) }
}

/** Throws where something was decided since the plan was made. */
export function requireFresh(plan: PassPlan, live: LiveSession): void {
  if (plan.base === baseOf(live)) return
  throw new VarveError('stale_plan', 'the session decided something since this plan was made', {
    subjects: [live.options.sessionId],
  })
}

function baseOf({ ledger, memory }: LiveSession): string {
  return JSON.stringify([
    ledger.passCount,
    memory.turn,
    memory.isScored,
    memory.isRegraded,
    memory.pins,
    memory.unpinned,
  ])
}
