/** How high the rows of a list are, and so where each begins: as guessed until it was measured. */
export class RowHeights {
  #heights: Float64Array
  #tops: Float64Array
  #isStale = true
  readonly #guess: number

  constructor(count: number, guess: number) {
    this.#guess = guess
    this.#heights = new Float64Array(count).fill(guess)
    this.#tops = new Float64Array(count + 1)
  }

  get count(): number {
    return this.#heights.length
  }

  /** Keeps what was measured of the rows that stay. */
  resize(count: number): void {
    if (count === this.count) return
    const heights = new Float64Array(count).fill(this.#guess)
    heights.set(this.#heights.subarray(0, count))
    this.#heights = heights
    this.#tops = new Float64Array(count + 1)
    this.#isStale = true
  }

  /** Gives back by how much the row is higher than was thought. */
  measure(index: number, height: number): number {
    const before = this.#heights[index]
    if (before === undefined || before === height) return 0
    this.#heights[index] = height
    this.#isStale = true
    return height - before
  }

  /** Where a row begins; of the count, where the last one ends. */
  top(index: number): number {
    return this.#sums()[Math.min(index, this.count)] ?? 0
  }

  /** The row that lies at `y`. */
  at(y: number): number {
    const tops = this.#sums()
    let [low, high] = [0, Math.max(0, this.count - 1)]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((tops[middle] ?? 0) <= y) low = middle
      else high = middle - 1
    }
    return low
  }

  #sums(): Float64Array {
    if (!this.#isStale) return this.#tops
    for (let index = 0; index < this.count; index += 1) {
      this.#tops[index + 1] = (this.#tops[index] ?? 0) + (this.#heights[index] ?? 0)
    }
    this.#isStale = false
    return this.#tops
  }
}
