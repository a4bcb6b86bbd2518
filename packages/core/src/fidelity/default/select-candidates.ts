import { by, byNumber, inOrder } from '../../domain/order.ts'
import type { DraftDecision } from '../ledger/decision.ts'
import { type Candidate, findCandidates } from './find-candidates.ts'
import type { PassContext } from './pass-context.ts'
import { renderCandidate } from './render-candidate.ts'
import { ShownAtoms } from './shown-atoms.ts'
import { type Weighed, weighCandidate } from './weigh-candidate.ts'

export interface Selection {
  readonly decisions: readonly DraftDecision[]
  /** Whether nothing is left that could be given up. */
  readonly isAll: boolean
}

export const givingUpOrder = inOrder<Weighed>(
  by(({ candidate }) => candidate.class, byNumber),
  by(({ loss }) => loss, byNumber),
  by(({ candidate }) => candidate.message, byNumber),
  by(({ candidate }) => candidate.index, byNumber),
)

/**
 * Gives parts up from the one whose tokens are needed least, while the window is above `low`, and below it those that
 * aren't worth their place. What only one part shows counts for it: so each part that goes makes others worth more,
 * and a part is weighed again when its turn comes.
 */
export function selectCandidates(context: PassContext, tokens: number, low: number): Selection {
  const { messages, ledger, facts, tuning } = context
  const candidates = findCandidates(context)
  const shown = new ShownAtoms(messages, ledger, facts)
  const waiting = weighAll(candidates, shown, context)
  const decisions: DraftDecision[] = []
  let left = tokens
  while (waiting.length > 0) {
    const next = takeNext(waiting, shown, context)
    if (next === undefined) break
    if (left <= low && next.loss >= tuning.leastWorth) return { decisions, isAll: false }
    const decision = renderCandidate(next, context)
    if (decision === undefined) continue
    decisions.push(decision)
    left -= decision.gain
    shown.replace(next.candidate.atoms, decision.key, decision.text ?? '')
  }
  return { decisions, isAll: true }
}

/** What each candidate costs while all the others stay, from the last to be given up to the first. */
export function weighAll(
  candidates: readonly Candidate[],
  shown: ShownAtoms,
  context: PassContext,
): Weighed[] {
  return candidates
    .map((candidate) => weighCandidate(candidate, shown, context))
    .filter(({ gain }) => gain >= context.tuning.minGain)
    .sort(givingUpOrder)
    .reverse()
}

/** The one that costs least now. A cost only ever grows, so whoever still is the cheapest when weighed again is it. */
function takeNext(waiting: Weighed[], shown: ShownAtoms, context: PassContext): Weighed | undefined {
  for (let first = waiting.pop(); first !== undefined; first = waiting.pop()) {
    const again = weighCandidate(first.candidate, shown, context)
    const second = waiting.at(-1)
    if (second === undefined || givingUpOrder(again, second) <= 0) return again
    insert(waiting, again)
  }
  return undefined
}

function insert(waiting: Weighed[], weighed: Weighed): void {
  let start = 0
  let end = waiting.length
  while (start < end) {
    const middle = (start + end) >> 1
    const other = waiting[middle]
    if (other !== undefined && givingUpOrder(other, weighed) > 0) start = middle + 1
    else end = middle
  }
  waiting.splice(start, 0, weighed)
}
