import type { Piece } from '../agent.ts'
import { removeEmpty, removePiece } from './edit-pieces.ts'

/**
 * A file's text without pieces of ours, and without those lists and objects that we made and that hold
 * nothing now, deepest first; undefined where nothing is left of the file.
 */
export function withoutPieces(
  text: string,
  pieces: readonly Piece[],
  made: readonly (readonly string[])[],
): string | undefined {
  const left = pieces.reduce<string | undefined>(
    (file, piece) => (file === undefined ? undefined : removePiece(file, piece)),
    text,
  )
  return left === undefined ? undefined : made.reduce(removeEmpty, left)
}
