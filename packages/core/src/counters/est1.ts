import type { TokenCounter } from '../ports/token-counter.ts'
import { codePointCount } from './code-point-count.ts'

// Below U+203C only two signs and the first syllables of Korean are wide: letters of European languages and
// their punctuation need no second look.
const PERHAPS_WIDE = /[\xa9\xae\u1100-\u11ff\u203c-\uffff]/
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
