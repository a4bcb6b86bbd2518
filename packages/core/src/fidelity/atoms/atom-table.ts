import { type AtomClass, eachNamedAtom, filledLine } from './atoms.ts'

export const ATOM_CLASSES = ['path', 'ident', 'num', 'line'] as const satisfies readonly AtomClass[]

/** A line with its number, or its file and number, before it: no edit looks for that. */
const NUMBERED_LINE = /^(?:\d+\s*(?:→|\t|[|:-])|\S+:\d+[:-])/
/** Of a line, behind the mark that tells it from a name. */
const LINE_MARK = 'L:'

const LINE = ATOM_CLASSES.indexOf('line')
const NUMBERED = ATOM_CLASSES.length

/**
 * Atoms as numbers, so that whoever counts them over a whole window only compares those. Names and lines are kept as
 * slices of the texts they stand in: copies of all lines would be the session once more.
 */
export class AtomTable {
  readonly #names = new Map<string, number>()
  readonly #lines = new Map<string, number>()
  /** By atom; of a line nothing. */
  readonly #nameOf: (string | undefined)[] = []
  /** By atom, the place of its class, or that it is a line with its number. */
  #classes = new Uint8Array(1 << 10)

  get size(): number {
    return this.#nameOf.length
  }

  /** The name of an atom that is no line. */
  nameOf(atom: number): string {
    return this.#nameOf[atom] ?? ''
  }

  classOf(atom: number): AtomClass {
    return ATOM_CLASSES[this.#classes[atom] ?? LINE] ?? 'line'
  }

  /** Whether an atom is a line with its number before it, as hosts show files. */
  isNumbered(atom: number): boolean {
    return this.#classes[atom] === NUMBERED
  }

  idsOf(found: Iterable<readonly [string, AtomClass]>): Int32Array {
    return Int32Array.from(found, ([atom, atomClass]) =>
      atomClass === 'line' ? this.#lineId(atom.slice(LINE_MARK.length)) : this.#nameId(atom, atomClass),
    )
  }

  /** The atoms of texts, each once: names by their class, then lines. */
  idsIn(...texts: readonly string[]): Int32Array {
    const ids = new Set<number>()
    eachNamedAtom(texts, (atom, atomClass) => ids.add(this.#nameId(atom, atomClass)))
    for (const text of texts) {
      for (const line of text.split('\n')) {
        const filled = filledLine(line)
        if (filled !== undefined) ids.add(this.#lineId(filled))
      }
    }
    return Int32Array.from(ids)
  }

  /** An atom is of the class that it was first found as. */
  #nameId(name: string, atomClass: AtomClass): number {
    const known = this.#names.get(name)
    if (known !== undefined) return known
    const id = this.#add(name, ATOM_CLASSES.indexOf(atomClass))
    this.#names.set(name, id)
    return id
  }

  #lineId(line: string): number {
    const known = this.#lines.get(line)
    if (known !== undefined) return known
    const id = this.#add(undefined, NUMBERED_LINE.test(line) ? NUMBERED : LINE)
    this.#lines.set(line, id)
    return id
  }

  #add(name: string | undefined, place: number): number {
    const id = this.#nameOf.push(name) - 1
    if (id >= this.#classes.length) {
      const larger = new Uint8Array(2 * this.#classes.length)
      larger.set(this.#classes)
      this.#classes = larger
    }
    this.#classes[id] = place
    return id
  }
}
