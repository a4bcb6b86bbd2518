import type { TokenCounter } from '../ports/token-counter.ts'
import { codePointCount } from './code-point-count.ts'

// U+00A9 is the first wide code point, so text below it needs no second look.
const PERHAPS_WIDE = /[^\0-\xa8]/
// Made when the first such text comes: a short process would pay for reading the classes.
const wideCharacters = () =>
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{Extended_Pictographic}]/gu
let pattern: RegExp | undefined

/** The default estimate: four code points a token, and a token for each ideograph, syllable or pictograph. */
export const est1: TokenCounter = {
  name: 'est1',
  count(text) {
    if (!PERHAPS_WIDE.test(text)) return Math.ceil(text.length / 4)
    pattern ??= wideCharacters()
    const wide = text.match(pattern)?.length ?? 0
    return wide + Math.ceil((codePointCount(text) - wide) / 4)
  },
}
