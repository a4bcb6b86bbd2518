import type { DecisionLookup } from '../ledger/render-view.ts'
import type { Message, Part } from '../model/message.ts'
import type { FactsBook } from '../model/part-facts.ts'

/** How many parts of a view show each atom. */
export class ShownAtoms {
  readonly #facts: FactsBook
  readonly #counts: Int32Array

  constructor(messages: readonly Message[], ledger: DecisionLookup, facts: FactsBook) {
    this.#facts = facts
    const shown = messages.flatMap(({ parts }) => parts.map((part) => atomsShown(part, ledger, facts)))
    this.#counts = new Int32Array(facts.table.size)
    for (const atoms of shown) this.#add(atoms, 1)
  }

  /** Whether no other part shows what one of them does. */
  isAlone(atom: number): boolean {
    return (this.#counts[atom] ?? 0) <= 1
  }

  /** Shows a text instead of a part. */
  replace(atoms: Int32Array, key: string, text: string): void {
    this.#add(atoms, -1)
    this.#add(this.#facts.shownAtoms(key, text), 1)
  }

  #add(atoms: Int32Array, by: 1 | -1): void {
    for (const atom of atoms) this.#counts[atom] = (this.#counts[atom] ?? 0) + by
  }
}

const NONE = new Int32Array()

/** The atoms that the view shows of a part. */
export function atomsShown(part: Part, ledger: DecisionLookup, facts: FactsBook): Int32Array {
  const decision = ledger.find(part.key)
  if (decision === undefined || decision.level === 'full') return facts.of(part).atoms
  return decision.text === null ? NONE : facts.shownAtoms(part.key, decision.text)
}
