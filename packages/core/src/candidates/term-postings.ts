/** Which texts hold a word. */
export interface TermPostings {
  add(slot: number, terms: Int32Array): void
  remove(slot: number, terms: Int32Array): void
  /** The slots of the texts that hold a word, in no order. */
  slotsOf(term: number): readonly number[]
}

const NONE: readonly number[] = []

export function createTermPostings(): TermPostings {
  const lists = new Map<number, number[]>()
  return {
    add(slot, terms) {
      for (const term of terms) {
        const list = lists.get(term)
        if (list === undefined) lists.set(term, [slot])
        else list.push(slot)
      }
    },
    remove(slot, terms) {
      for (const term of terms) {
        const list = lists.get(term)
        if (list === undefined) continue
        const last = list.pop()
        if (last !== undefined && last !== slot) list[list.indexOf(slot)] = last
        if (list.length === 0) lists.delete(term)
      }
    },
    slotsOf: (term) => lists.get(term) ?? NONE,
  }
}
