/** What kind of thing an atom is; tried in this order. */
export type AtomClass = 'path' | 'ident' | 'num' | 'line'

// `atoms-v1`. Against the reference's expression, a path begins only where its run of characters does, and a bare
// file name has at most 256: the same atoms, but no text makes the search quadratic.
const PATH =
  /(?<![\w.@~/-])(?:[\w.@~-]*\/)+[\w.@-]+\.[A-Za-z]\w{0,5}\b|\b[\w-]{2,256}\.(?:ts|tsx|js|mjs|json|md|py|rs|go|toml|yml|yaml|css|html|txt|sh|cfg)\b/g
const IDENTIFIER =
  /\b(?:[a-z]+(?:[A-Z][a-z0-9]+)+|(?:[A-Z][a-z0-9]+){2,}|[a-z0-9]+(?:_[a-z0-9]+)+|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b/g
const NUMBER = /\b(?:[0-9a-f]{7,40}|\d{3,}(?:\.\d+)?|v?\d+\.\d+\.\d+|[A-Z]{2,}[0-9]{2,}|[A-Z0-9]{6})\b/g

const SHORTEST_NAME = 5
const SHORTEST_LINE = 24
const LETTERS = /^[A-Z]+$/

/** The names, numbers and whole lines of a text: what a later message can refer to. */
export function atoms(text: string): ReadonlyMap<string, AtomClass> {
  const found = namedAtoms(text)
  for (const line of text.split('\n')) {
    const atom = lineAtom(line)
    if (atom !== undefined) add(found, atom, 'line')
  }
  return found
}

/** The atom of a whole line, where it is long enough to be told from others. */
export function lineAtom(line: string): string | undefined {
  const filled = filledLine(line)
  return filled === undefined ? undefined : `L:${filled}`
}

/** A line without the space around it, where it is long enough to be an atom. */
export function filledLine(line: string): string | undefined {
  const trimmed = line.trim()
  return trimmed.length < SHORTEST_LINE ? undefined : trimmed
}

/** The same without whole lines. */
export function namedAtoms(text: string): Map<string, AtomClass> {
  const found = new Map<string, AtomClass>()
  eachNamedAtom([text], (atom, atomClass) => add(found, atom, atomClass))
  return found
}

/** Names paths, then identifiers, then numbers, as often as they stand in the texts. */
export function eachNamedAtom(
  texts: readonly string[],
  take: (atom: string, atomClass: AtomClass) => void,
): void {
  for (const text of texts)
    for (const [atom] of text.matchAll(PATH)) if (atom.length >= SHORTEST_NAME) take(atom, 'path')
  for (const text of texts)
    for (const [atom] of text.matchAll(IDENTIFIER)) if (atom.length >= SHORTEST_NAME) take(atom, 'ident')
  for (const text of texts)
    for (const [atom] of text.matchAll(NUMBER)) if (!LETTERS.test(atom)) take(atom, 'num')
}

function add(found: Map<string, AtomClass>, atom: string, atomClass: AtomClass): void {
  if (!found.has(atom)) found.set(atom, atomClass)
}
