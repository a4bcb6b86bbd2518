import { isCjk } from '../normalise/letters.ts'

/** A phrase as the tokens of a text: words, marks, and each character of Chinese and Japanese. */
export function phraseTokens(phrase: string): readonly string[] {
  if (isCjk(phrase.codePointAt(0) ?? 0)) return [...phrase]
  return phrase
    .split(' ')
    .flatMap((word) => (/.[:,]$/.test(word) ? [word.slice(0, -1), word.slice(-1)] : [word]))
}
