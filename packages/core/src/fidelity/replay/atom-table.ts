import { type AtomClass, atoms } from '../atoms/atoms.ts'

export const ATOM_CLASSES = ['path', 'ident', 'num', 'line'] as const satisfies readonly AtomClass[]

/** Atoms as numbers, so that a replay of thousands of calls only compares those. */
export class AtomTable {
  readonly #ids = new Map<string, number>()
  readonly #classes: number[] = []

  get size(): number {
    return this.#classes.length
  }

  /** Place in `ATOM_CLASSES`. */
  classOf(atom: number): number {
    return this.#classes[atom] ?? 0
  }

  idsOf(found: ReadonlyMap<string, AtomClass>): Int32Array {
    const ids = new Int32Array(found.size)
    let place = 0
    for (const [atom, atomClass] of found) ids[place++] = this.#idOf(atom, atomClass)
    return ids
  }

  idsIn(text: string): Int32Array {
    return this.idsOf(atoms(text))
  }

  #idOf(atom: string, atomClass: AtomClass): number {
    const known = this.#ids.get(atom)
    if (known !== undefined) return known
    this.#ids.set(atom, this.#classes.length)
    return this.#classes.push(ATOM_CLASSES.indexOf(atomClass)) - 1
  }
}
