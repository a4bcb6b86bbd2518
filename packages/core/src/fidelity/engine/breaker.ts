import type { SessionMemory } from './session-memory.ts'

const LEAST_PROGRESS = 0.1
const MOST_FUTILE = 2
const REARMING_GROWTH = 0.1

type Breaker = Pick<SessionMemory, 'futile' | 'exhaustedAt' | 'exhaustedUnder'>

/** Takes in what a pass that had to come freed: after two in a row that freed hardly anything, passes are off. */
export function recordProgress({ futile }: Breaker, before: number, after: number, budget: number): Breaker {
  const count = before - after < LEAST_PROGRESS * before ? futile + 1 : 0
  return count >= MOST_FUTILE
    ? { futile: count, exhaustedAt: after, exhaustedUnder: budget }
    : { futile: count, exhaustedAt: undefined }
}

/**
 * Whether passes are off; growth by a tenth of the budget allows one more, and so does another budget. A window that
 * outgrew its budget must grow by a tenth of itself: however long nobody compacts it, passes stay few.
 */
export function isExhausted(
  { exhaustedAt, exhaustedUnder }: Breaker,
  used: number,
  budget: number,
  k = 1,
): boolean {
  if (exhaustedAt === undefined || (exhaustedUnder ?? budget) !== budget) return false
  return used < exhaustedAt + REARMING_GROWTH * Math.max(budget / k, exhaustedAt)
}

/** Passes may be tried again: another one that doesn't help switches them off at once. */
export function rearmed(breaker: Breaker): Breaker {
  return breaker.exhaustedAt === undefined ? breaker : { futile: MOST_FUTILE - 1, exhaustedAt: undefined }
}
