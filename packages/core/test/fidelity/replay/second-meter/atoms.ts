/** §19.2, word for word: names, numbers and whole lines of a text, each with the first class that finds it. */
export type AtomClass = 'path' | 'ident' | 'num' | 'line'

const PATH =
  /(?:[\w.@~-]*\/)+[\w.@-]+\.[A-Za-z]\w{0,5}\b|\b[\w-]{2,}\.(?:ts|tsx|js|mjs|json|md|py|rs|go|toml|yml|yaml|css|html|txt|sh|cfg)\b/g
const IDENT =
  /\b(?:[a-z]+(?:[A-Z][a-z0-9]+)+|(?:[A-Z][a-z0-9]+){2,}|[a-z0-9]+(?:_[a-z0-9]+)+|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b/g
const NUM = /\b(?:[0-9a-f]{7,40}|\d{3,}(?:\.\d+)?|v?\d+\.\d+\.\d+|[A-Z]{2,}[0-9]{2,}|[A-Z0-9]{6})\b/g

export function atomsOf(text: string): ReadonlyMap<string, AtomClass> {
  const atoms = new Map<string, AtomClass>()
  const add = (atom: string, kind: AtomClass) => {
    if (!atoms.has(atom)) atoms.set(atom, kind)
  }
  for (const [atom] of text.matchAll(PATH)) if (atom.length >= 5) add(atom, 'path')
  for (const [atom] of text.matchAll(IDENT)) if (atom.length >= 5) add(atom, 'ident')
  for (const [atom] of text.matchAll(NUM)) if (!/^[A-Z]+$/.test(atom)) add(atom, 'num')
  for (const line of linesOf(text)) add(line, 'line')
  return atoms
}

/** The line atoms of a text. */
export function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.length >= 24)
    .map((line) => `L:${line}`)
}
