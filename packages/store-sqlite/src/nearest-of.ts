/** An entry by its number, and how near it is. */
export interface Near {
  readonly n: number
  readonly cosine: number
}

/** The nearest of many, without keeping the many. Whatever ties with the last one stays. */
export class NearestOf {
  /** Whatever is less near is left out. */
  least = 0
  readonly #limit: number
  #kept: Near[] = []
  #cutAt: number

  constructor(limit: number) {
    this.#limit = limit
    this.#cutAt = 8 * limit
  }

  add(near: Near): void {
    this.#kept.push(near)
    if (this.#kept.length >= this.#cutAt) this.#cut()
  }

  list(): readonly Near[] {
    return this.#kept
  }

  #cut(): void {
    const last = this.#kept.sort((a, b) => b.cosine - a.cosine)[this.#limit - 1]
    if (last === undefined) return
    this.least = last.cosine
    this.#kept = this.#kept.filter(({ cosine }) => cosine >= last.cosine)
    // Where nearly all tie, a cut takes hardly anything away: the next one waits for twice as many.
    this.#cutAt = Math.max(8 * this.#limit, 2 * this.#kept.length)
  }
}
