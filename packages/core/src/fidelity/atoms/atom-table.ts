import { type AtomClass, atoms } from './atoms.ts'

export const ATOM_CLASSES = ['path', 'ident', 'num', 'line'] as const satisfies readonly AtomClass[]

/** A line with its number, or its file and number, before it: no edit looks for that. */
const NUMBERED = /^L:(?:\d+\s*(?:→|\t|[|:-])|\S+:\d+[:-])/

/** Atoms as numbers, so that whoever counts them over a whole window only compares those. */
export class AtomTable {
  readonly #ids = new Map<string, number>()
  readonly #names: string[] = []
  readonly #classes: AtomClass[] = []
  readonly #isNumbered: boolean[] = []

  get size(): number {
    return this.#names.length
  }

  nameOf(atom: number): string {
    return this.#names[atom] ?? ''
  }

  classOf(atom: number): AtomClass {
    return this.#classes[atom] ?? 'line'
  }

  /** Whether an atom is a line with its number before it, as hosts show files. */
  isNumbered(atom: number): boolean {
    return this.#isNumbered[atom] ?? false
  }

  idsOf(found: Iterable<readonly [string, AtomClass]>): Int32Array {
    return Int32Array.from(found, ([atom, atomClass]) => this.#idOf(atom, atomClass))
  }

  idsIn(text: string): Int32Array {
    return this.idsOf(atoms(text))
  }

  #idOf(atom: string, atomClass: AtomClass): number {
    const known = this.#ids.get(atom)
    if (known !== undefined) return known
    this.#ids.set(atom, this.#names.length)
    this.#classes.push(atomClass)
    this.#isNumbered.push(atomClass === 'line' && NUMBERED.test(atom))
    return this.#names.push(atom) - 1
  }
}
