import type { Anchor } from './anchor.ts'

/**
 * `word`: letters and digits of a script with spaces. `cjk`: one character of another. `value`: an
 * anchor that is no word, as a number or a path. `mark`: any other character.
 */
export type TokenKind = 'word' | 'cjk' | 'value' | 'mark'

/** One piece of a prepared text. */
export interface Token {
  readonly kind: TokenKind
  readonly start: number
  readonly end: number
  readonly raw: string
  /** The word with its sentence capital folded; of other tokens as `raw`. */
  readonly folded: string
  /** In lower case. */
  readonly lower: string
  readonly anchor: Anchor | undefined
  /** Inside a code span, where every letter counts as it is. */
  readonly isLocked: boolean
}
