import type { DraftDecision } from '../ledger/decision.ts'
import { findCandidates } from './find-candidates.ts'
import { findPins } from './find-pins.ts'
import { freeDecisions } from './free-decisions.ts'
import type { PassContext } from './pass-context.ts'
import { selectCandidates } from './select-candidates.ts'
import { readSignals } from './window-signals.ts'

export type PassRequest = Omit<PassContext, 'signals' | 'pins'>

/** What a pass would do, and how far it would bring the window down. */
export interface PassProposal {
  readonly decisions: readonly DraftDecision[]
  readonly after: number
  /** Every part that may be given up is: the window can't be made smaller. */
  readonly isFloor: boolean
}

/** Plans one pass of the profile `default`: all that is free, then from what is needed least, until `low` is reached. */
export function planDefaultPass(request: PassRequest, before: number, low: number): PassProposal {
  const { messages, facts, tuning, workingDirectory } = request
  const signals = readSignals(messages, facts, tuning, workingDirectory)
  const pins = findPins({ messages, signals, rules: tuning.pins, workingDirectory })
  const context = { ...request, signals, pins }
  const free = freeDecisions(context)
  const byKey = new Map(free.map((decision) => [decision.key, decision]))
  // What is free is taken first, so the rest gains only what that leaves.
  const known = { find: (key: string) => pending(byKey.get(key)) ?? request.ledger.find(key) }
  const candidates = findCandidates({ ...context, ledger: known })
  const freed = before - gainOf(free)
  const chosen = selectCandidates(candidates, freed, low)
  for (const { decision } of chosen) {
    const gain = decision.gain + (byKey.get(decision.key)?.gain ?? 0)
    byKey.set(decision.key, { ...decision, gain })
  }
  const decisions = [...byKey.values()]
  return { decisions, after: before - gainOf(decisions), isFloor: chosen.length === candidates.length }
}

/** A decision of this very pass, as the ledger would hold it. */
function pending(draft: DraftDecision | undefined) {
  return draft === undefined ? undefined : { ...draft, seq: 0, pass: 0 }
}

function gainOf(decisions: readonly DraftDecision[]): number {
  return decisions.reduce((sum, { gain }) => sum + gain, 0)
}
