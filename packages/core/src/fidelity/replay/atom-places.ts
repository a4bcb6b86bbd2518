/** By atom, the messages that hold it, in order: lists of a long session, one after the other in one array. */
export class AtomPlaces {
  readonly #ends: Int32Array
  readonly #messages: Int32Array

  /** Of the atoms of each message, each once. */
  constructor(atoms: number, inMessages: readonly Int32Array[]) {
    const starts = new Int32Array(atoms + 1)
    for (const held of inMessages) for (const atom of held) starts[atom + 1] = (starts[atom + 1] ?? 0) + 1
    for (let atom = 0; atom < atoms; atom++) starts[atom + 1] = (starts[atom + 1] ?? 0) + (starts[atom] ?? 0)
    this.#messages = new Int32Array(starts[atoms] ?? 0)
    // Where the next message of each atom goes: at last, where its list ends.
    this.#ends = starts.slice(0, atoms)
    for (const [message, held] of inMessages.entries()) {
      for (const atom of held) {
        const place = this.#ends[atom] ?? 0
        this.#messages[place] = message
        this.#ends[atom] = place + 1
      }
    }
  }

  /** How many messages hold an atom. */
  count(atom: number): number {
    return this.#end(atom) - this.#end(atom - 1)
  }

  /** The first message that holds it. */
  first(atom: number): number | undefined {
    return this.#at(atom, this.#end(atom - 1))
  }

  /** The first that holds it from message `k` on. */
  next(atom: number, k: number): number | undefined {
    let start = this.#end(atom - 1)
    let end = this.#end(atom)
    while (start < end) {
      const middle = (start + end) >> 1
      if ((this.#messages[middle] ?? k) < k) start = middle + 1
      else end = middle
    }
    return this.#at(atom, start)
  }

  #end(atom: number): number {
    return atom < 0 ? 0 : (this.#ends[atom] ?? this.#messages.length)
  }

  #at(atom: number, place: number): number | undefined {
    return place < this.#end(atom) ? this.#messages[place] : undefined
  }
}
