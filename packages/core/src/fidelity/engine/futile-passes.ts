const LEAST_PROGRESS = 0.1
const MOST_FUTILE = 2
const REARMING_GROWTH = 0.1

/** Stops passes that don't help: a window that can't be made small enough isn't tried at every call. */
export class FutilePasses {
  #futile = 0
  #exhaustedAt: number | undefined

  /** Takes in what a pass that had to come freed. */
  record(before: number, after: number): void {
    this.#futile = before - after < LEAST_PROGRESS * before ? this.#futile + 1 : 0
    if (this.#futile >= MOST_FUTILE) this.#exhaustedAt = after
  }

  /** Whether passes are off; they are on again once the window grew by a tenth of the budget. */
  isExhausted(used: number, budget: number): boolean {
    if (this.#exhaustedAt === undefined) return false
    if (used < this.#exhaustedAt + REARMING_GROWTH * budget) return true
    this.#exhaustedAt = undefined
    this.#futile = MOST_FUTILE - 1
    return false
  }
}
