import { byText } from '@varve/core'

const MAX_DISTANCE = 2

/** The known name that a misspelt one most likely means: at most two edits away; ties in text order. */
export function findNearestName(name: string, known: Iterable<string>): string | undefined {
  let nearest: string | undefined
  let least = MAX_DISTANCE + 1
  for (const candidate of [...known].sort(byText)) {
    if (Math.abs(candidate.length - name.length) > MAX_DISTANCE) continue
    const distance = editDistance(name, candidate)
    if (distance < least) {
      least = distance
      nearest = candidate
    }
  }
  return nearest
}

/** Levenshtein distance: insertions, deletions and substitutions of UTF-16 units. */
export function editDistance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const substituted = (above[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1)
      current.push(Math.min(substituted, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    above = current
  }
  return above[b.length] ?? 0
}
