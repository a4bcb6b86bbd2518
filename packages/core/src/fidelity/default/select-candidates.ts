import { by, byNumber, inOrder } from '../../domain/order.ts'
import type { DraftDecision } from '../ledger/decision.ts'
import type { Signals } from './estimate-need.ts'

/** A part that a pass may give up, and what that would cost. */
export interface Candidate {
  readonly decision: DraftDecision
  /** Expected tokens of being wrong, for each token gained. */
  readonly loss: number
  readonly weight: number
  readonly signals: Signals
  readonly message: number
  readonly part: number
}

export const candidateOrder = inOrder<Candidate>(
  by(({ decision }) => decision.class, byNumber),
  by(({ loss }) => loss, byNumber),
  by(({ message }) => message, byNumber),
  by(({ part }) => part, byNumber),
)

export interface LossInput {
  readonly p: number
  readonly size: number
  readonly gain: number
  readonly kappa: number
  readonly weight: number
}

/** What it costs to be wrong about a part (reading it again, with a detour), for each token that it gives. */
export function lossOf({ p, size, gain, kappa, weight }: LossInput): number {
  return ((p * (kappa + size)) / gain) * weight
}

/** From the front, while the window is above the mark: no class before a lower one is used up. */
export function selectCandidates(
  candidates: readonly Candidate[],
  tokens: number,
  low: number,
): readonly Candidate[] {
  const chosen: Candidate[] = []
  let left = tokens
  for (const candidate of candidates.toSorted(candidateOrder)) {
    if (left <= low) break
    chosen.push(candidate)
    left -= candidate.decision.gain
  }
  return chosen
}
