import type { DraftDecision } from '../ledger/decision.ts'
import { findPins } from './find-pins.ts'
import { freeDecisions } from './free-decisions.ts'
import type { PassContext } from './pass-context.ts'
import { selectCandidates } from './select-candidates.ts'
import { readSignals } from './window-signals.ts'

export interface PassRequest extends Omit<PassContext, 'signals' | 'pins'> {
  /** Tokens of what is sent with every call. */
  readonly overhead?: number
}

/** Tokens that no pass can give up. */
export interface PassFloor {
  readonly overhead: number
  /** By the rule that pins them. */
  readonly pins: Readonly<Record<string, number>>
  /** Of the newest calls. */
  readonly tail: number
}

/** What a pass would do, and how far it would bring the window down. */
export interface PassProposal {
  readonly decisions: readonly DraftDecision[]
  readonly after: number
  /** Every part that may be given up is: the window can't be made smaller. */
  readonly isFloor: boolean
  readonly floor: PassFloor
}

/** Plans one pass of the profile `default`: all that is free, then from what is needed least, to `low` at least. */
export function planDefaultPass(request: PassRequest, before: number, low: number): PassProposal {
  const { messages, facts, tuning, workingDirectory } = request
  const signals = readSignals(messages, facts, tuning, workingDirectory)
  const pins = findPins({ messages, signals, rules: tuning.pins, workingDirectory })
  const context = { ...request, signals, pins }
  const free = freeDecisions(context)
  const byKey = new Map(free.map((decision) => [decision.key, decision]))
  // What is free is taken first, so the rest gains only what that leaves.
  const known = { find: (key: string) => pending(byKey.get(key)) ?? request.ledger.find(key) }
  const freed = before - gainOf(free)
  const { decisions: chosen, isAll: isFloor } = selectCandidates({ ...context, ledger: known }, freed, low)
  for (const decision of chosen) {
    const gain = decision.gain + (byKey.get(decision.key)?.gain ?? 0)
    byKey.set(decision.key, { ...decision, gain })
  }
  const decisions = [...byKey.values()]
  const after = before - gainOf(decisions)
  return { decisions, after, isFloor, floor: isFloor && after > low ? floorOf(context, request) : NO_FLOOR }
}

const NO_FLOOR: PassFloor = { overhead: 0, pins: {}, tail: 0 }

function floorOf(
  { messages, signals, pins, facts, tuning }: PassContext,
  { overhead = 0 }: PassRequest,
): PassFloor {
  const pinned: Record<string, number> = {}
  let tail = 0
  for (const [index, { parts }] of messages.entries()) {
    const isYoung = signals.now - (signals.callIndex[index] ?? 0) <= tuning.minAgeCalls
    for (const part of parts) {
      const rule = pins.get(part.key)
      const { tokens } = facts.of(part)
      if (rule !== undefined) pinned[rule] = (pinned[rule] ?? 0) + tokens
      else if (isYoung) tail += tokens
    }
  }
  return { overhead, pins: pinned, tail }
}

/** A decision of this very pass, as the ledger would hold it. */
function pending(draft: DraftDecision | undefined) {
  return draft === undefined ? undefined : { ...draft, seq: 0, pass: 0 }
}

function gainOf(decisions: readonly DraftDecision[]): number {
  return decisions.reduce((sum, { gain }) => sum + gain, 0)
}
