/**
 * What was seen of a list that grows from one call to the next: a copy of its own, because whoever gives the list
 * may go on with one array. It grows in place: a long session asks thousands of times, and a copy for each would
 * be more than the session.
 */
export class SeenList<T> {
  readonly #items: T[] = []

  get length(): number {
    return this.#items.length
  }

  /** Whether a list goes on from what was seen, by the very objects. */
  isStartOf(list: readonly T[]): boolean {
    if (list.length < this.#items.length) return false
    for (let index = this.#items.length - 1; index >= 0; index--)
      if (list[index] !== this.#items[index]) return false
    return true
  }

  /** Takes in what a list has more, and gives it; the whole list where it doesn't go on from what was seen. */
  grow(list: readonly T[]): readonly T[] {
    if (!this.isStartOf(list)) this.forget()
    return this.take(list)
  }

  /** The same of a list that is known to go on from what was seen. */
  take(list: readonly T[]): readonly T[] {
    const added = list.slice(this.#items.length)
    for (const item of added) this.#items.push(item)
    return added
  }

  forget(): void {
    this.#items.length = 0
  }
}
