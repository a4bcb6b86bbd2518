import { characterAt, isDigit, isWhitespace } from './characters.ts'
import { skipWhitespace } from './whitespace.ts'

const BULLETS = '-*+•>'
const HASH = '#'
const MAX_HEADING_LEVEL = 6

/**
 * Without the bullets, quote marks and heading marks that open a trimmed text. A mark before a
 * digit stays: `- 5 points` is not `+ 5 points`. Ordinals and check boxes are no marks.
 */
export function stripLeadingMarks(text: string): string {
  let start = 0
  for (;;) {
    const afterMark = start + markLength(text, start)
    if (afterMark === start || !isWhitespace(text.charCodeAt(afterMark))) break
    const next = skipWhitespace(text, afterMark)
    if (isDigit(characterAt(text, next))) break
    start = next
  }
  return text.slice(start)
}

function markLength(text: string, start: number): number {
  const first = text.charAt(start)
  if (first !== '' && BULLETS.includes(first)) return 1
  let hashes = 0
  while (hashes <= MAX_HEADING_LEVEL && text.charAt(start + hashes) === HASH) hashes++
  return hashes <= MAX_HEADING_LEVEL ? hashes : 0
}
