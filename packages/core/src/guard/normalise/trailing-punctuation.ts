import { characterBefore, hasLetter, isDigit, isWhitespace } from './characters.ts'
import { trimEnd } from './whitespace.ts'

const PUNCTUATION = '.!;:。'
const CLOSING = ')]}"\'%>'

/**
 * Without the final full stops, exclamation marks, colons and semicolons of a text's last prose
 * segment, where they close a word: `go build .`, `cd ..` and `drive C:` keep theirs. A question
 * mark always stays.
 */
export function stripTrailingPunctuation(segment: string, followsCode: boolean): string {
  const text = trimEnd(segment)
  let start = text.length
  while (start > 0 && PUNCTUATION.includes(text.charAt(start - 1))) start--
  if (start === text.length) return text
  if (start === 0) return followsCode ? '' : text
  const before = characterBefore(text, start)
  if (!CLOSING.includes(before) && !hasLetter(before) && !isDigit(before)) return text
  if (text.charAt(start) === ':' && isSingleCharacterToken(text, start, before)) return text
  return text.slice(0, start)
}

function isSingleCharacterToken(text: string, end: number, last: string): boolean {
  const start = end - last.length
  return start === 0 || isWhitespace(text.charCodeAt(start - 1))
}
