/** A label that would stand under a point. */
export interface Label {
  readonly text: string
  readonly x: number
  readonly y: number
}

const LETTER = 7
const LINE = 15
const MOST_LETTERS = 26

/** Those of the labels, the first first, that cover no other: where they would, a name is left to the list. */
export function placeLabels<T extends Label>(labels: readonly T[], width: number): readonly T[] {
  const placed: T[] = []
  for (const label of labels) {
    const half = halfWidth(label)
    // One at the edge is moved in.
    const x = Math.min(Math.max(label.x, half), Math.max(half, width - half))
    const isFree = placed.every(
      (other) => Math.abs(other.y - label.y) >= LINE || Math.abs(other.x - x) >= half + halfWidth(other) + 4,
    )
    if (isFree) placed.push({ ...label, x })
  }
  return placed
}

export function shortLabel(text: string): string {
  return text.length <= MOST_LETTERS ? text : `${text.slice(0, MOST_LETTERS - 1).trimEnd()}…`
}

function halfWidth({ text }: Label): number {
  return (text.length * LETTER) / 2
}
