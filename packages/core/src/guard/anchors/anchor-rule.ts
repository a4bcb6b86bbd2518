import type { Language } from '../language/language.ts'
import type { LanguageProfile } from '../language/language-profile.ts'
import type { AnchorType } from './anchor.ts'
import type { TokenKind } from './token.ts'

/**
 * The word at which a rule may match. A `plain` word is of letters only and no part of a compound, an
 * `integer` of ASCII digits only; `digit` is any other that begins with one.
 */
export type Opening = 'plain' | 'compound' | 'integer' | 'digit'

/** What a rule may look at. */
export interface Scan {
  readonly text: string
  /** Ends where the prose or the code span does. */
  readonly end: number
  readonly language: Language
  readonly profile: LanguageProfile
  readonly isLocked: boolean
  /** Where the word at the current position ends. */
  readonly wordEnd: number
  /** The word at the current position in lower case; '' where there is none. */
  readonly lower: string
  /** Whether the current position opens a sentence with a capital that folds. */
  readonly isSentenceCapital: boolean
  readonly hasOtherLoneCapital: boolean
  readonly previous: TokenKind | undefined
  readonly previousRaw: string
  /** Remembered by a rule between its calls, so that it reads no stretch twice. */
  readonly memory: Map<string, number>
}

export interface AnchorMatch {
  readonly type: AnchorType
  readonly end: number
  readonly value: string
  readonly unit?: string
  /** Kind of the token; `value` unless told. */
  readonly kind?: 'word' | 'value'
  /** The anchor only lies over tokens that are read each by itself. */
  readonly isOverlay?: boolean
}

/** One kind of anchor: where it may begin, and how it is recognised there. */
export interface AnchorRule {
  readonly name: string
  readonly opens: readonly Opening[]
  /** Of plain words in small letters it matches these alone, besides the number words of the language. */
  readonly smallWords?: ReadonlyMap<string, unknown>
  /** Characters that are no words, marks and ideographs, at which it may match too. */
  readonly firstCharacters?: string
  readonly match: (scan: Scan, start: number) => AnchorMatch | undefined
}

/** The match of a sticky regular expression at a position, if it ends within the scan. */
export function matchAt(pattern: RegExp, { text, end }: Pick<Scan, 'text' | 'end'>, start: number) {
  pattern.lastIndex = start
  const match = pattern.exec(text)
  return match === null || start + match[0].length > end ? undefined : match
}
