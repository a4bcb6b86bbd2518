import { cell } from './rendering.ts'
import type { UpdatedRendering } from './update-rendering.ts'

/** A stretch of a file as it was, in bytes from the first bullet, or new text. */
export type BodyPiece = { readonly start: number; end: number } | string

export interface CompactedBody {
  readonly category: string
  /** How many bullets. */
  readonly live: number
  /** Bullets, each ended by a line feed; stretches are of the same category's file before. */
  readonly pieces: readonly BodyPiece[]
}

/** What stands under the heading of each compacted file, of the categories that have a bullet. */
export function listCompactedBodies({
  rendering,
  starts,
  fresh,
}: UpdatedRendering): readonly CompactedBody[] {
  const { bullets, category, categories, size } = rendering
  const bodies: CompactedBody[] = []
  for (let place = 0; place < bullets.length; ) {
    const file = cell(category, cell(bullets, place))
    const first = place
    const pieces: BodyPiece[] = []
    for (; place < bullets.length && cell(category, cell(bullets, place)) === file; place++) {
      const row = cell(bullets, place)
      const text = fresh.get(row)
      if (text !== undefined) pieces.push(`${text}\n`)
      else addStretch(pieces, cell(starts, row), cell(size, row))
    }
    bodies.push({ category: categories[file] ?? '', live: place - first, pieces })
  }
  return bodies
}

/** Stretches that touch become one: most of a file is a few of them. */
function addStretch(pieces: BodyPiece[], start: number, size: number): void {
  const last = pieces.at(-1)
  if (typeof last === 'object' && last.end === start) last.end += size
  else pieces.push({ start, end: start + size })
}
