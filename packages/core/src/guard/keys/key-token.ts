import type { TokenKind } from '../anchors/token.ts'

/** A token as the safe key sees it. */
export interface KeyToken {
  readonly kind: TokenKind
  readonly text: string
  readonly isLocked: boolean
  /** Whether a space stands before and after it. */
  readonly isApartBefore: boolean
  readonly isApartAfter: boolean
}

/** The same token with another text. */
export function reworded(token: KeyToken, text: string): KeyToken {
  return { ...token, text }
}

/** Whether it is a word of prose. */
export function isProseWord(token: KeyToken | undefined): token is KeyToken {
  return token?.kind === 'word' && !token.isLocked
}

/** Whether it is this mark, outside code. */
export function isMark(token: KeyToken | undefined, mark: string): boolean {
  return token?.kind === 'mark' && !token.isLocked && token.text === mark
}

/** Whether the tokens from an index on are these texts, all outside code. */
export function startsWithTexts(
  tokens: readonly KeyToken[],
  index: number,
  texts: readonly string[],
): boolean {
  return texts.every((text, offset) => {
    const token = tokens[index + offset]
    return token !== undefined && !token.isLocked && token.kind !== 'value' && token.text === text
  })
}
