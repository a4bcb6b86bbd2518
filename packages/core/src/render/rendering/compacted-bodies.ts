import { cell, type Rendering } from './rendering.ts'
import { firstPlace } from './spliced-rows.ts'
import type { UpdatedRendering } from './update-rendering.ts'

/** A stretch of a file as it was, in bytes from the first bullet, or a new bullet without its line feed. */
export type BodyPiece = { readonly start: number; readonly end: number } | string

export interface CompactedBody {
  readonly category: string
  /** How many bullets. */
  readonly live: number
  /** Stretches are of the same category's file before. */
  readonly pieces: readonly BodyPiece[]
}

/** What stands under the heading of each compacted file, of the categories that have a bullet. */
export function listCompactedBodies(updated: UpdatedRendering): readonly CompactedBody[] {
  const { before, rendering } = updated
  const bodies = rendering.categories.map((category) => ({ category, live: 0, pieces: [] as BodyPiece[] }))
  const files = filesOf(before)
  const add = (category: number, live: number, piece: BodyPiece) => {
    const body = bodies[category]
    if (body === undefined) return
    body.live += live
    body.pieces.push(piece)
  }
  for (const piece of updated.bulletPieces) {
    if ('values' in piece) {
      for (const row of piece.values) {
        add(cell(rendering.category, row), 1, updated.freshBullets.get(row) ?? '')
      }
      continue
    }
    // A stretch may run from one file into the next.
    for (const [category, file] of files.entries()) {
      const from = Math.max(piece.from, file.from)
      const to = Math.min(piece.to, file.to)
      if (from < to) add(category, to - from, file.stretch(from, to))
    }
  }
  return bodies.filter(({ live }) => live > 0)
}

interface FileBefore {
  /** Places among all bullets. */
  readonly from: number
  readonly to: number
  /** Asked for stretches in rising order. */
  stretch(from: number, to: number): BodyPiece
}

/** Where the bullets of each category lie. */
function filesOf(before: Rendering): readonly FileBefore[] {
  const { bullets, bulletSizes, category } = before
  return before.categories.map((_, place) => {
    const from = firstPlace(bullets, (row) => cell(category, row) - place)
    const to = firstPlace(bullets, (row) => cell(category, row) - place - 1)
    let next = from
    let offset = 0
    const offsetAt = (wanted: number) => {
      for (; next < wanted; next++) offset += cell(bulletSizes, next)
      return offset
    }
    return { from, to, stretch: (first, last) => ({ start: offsetAt(first), end: offsetAt(last) }) }
  })
}
