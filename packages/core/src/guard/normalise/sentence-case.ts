import { characterAt, hasLetter, hasUpperCase, isWhitespace } from './characters.ts'
import { skipWhitespace } from './whitespace.ts'

/** What may stand before the first letter of a word. */
export const OPENING_MARKS = '"\'([{*_'
const CLOSING = '"\')]}*,.;:!?。'
/** A line feed, or a stop and what may close after it, at the end of a word. */
const SENTENCE_BREAK =
  /\n|[.!?。]["')\]}]*(?=[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000])/g
/** Marks of names, paths and expressions: a word with one of them is never folded. */
const NOT_PLAIN = /[\p{N}_/\\@#$=<>~^&|+]|\p{L}[.:]\p{L}/u

/** What stands around a stretch of prose. */
export interface ProsePlace {
  /** Whether its first word opens a sentence. */
  readonly opensSentence: boolean
  /** Whether a code span follows without a space: the last word then is only part of a name. */
  readonly beforeCode: boolean
}

/** A capital letter that folds. */
export interface SentenceCapital {
  readonly position: number
  readonly letter: string
}

/**
 * Folds the first letter of each plain word that opens a sentence, and no other: a capital in
 * mid-sentence may be a name. Sentences start with the text, after `. ! ? 。` and with a line.
 */
export function foldSentenceStarts(prose: string, place: ProsePlace): string {
  return foldCapitals(prose, listSentenceCapitals(prose, place))
}

/** With these capitals as small letters. */
export function foldCapitals(prose: string, capitals: readonly SentenceCapital[]): string {
  let folded = ''
  let copied = 0
  for (const { position, letter } of capitals) {
    folded += prose.slice(copied, position) + letter.toLowerCase()
    copied = position + letter.length
  }
  return copied === 0 ? prose : folded + prose.slice(copied)
}

/** The capitals that open a sentence and a plain word, from left to right. */
export function listSentenceCapitals(prose: string, place: ProsePlace): readonly SentenceCapital[] {
  const capitals: SentenceCapital[] = []
  let position = place.opensSentence ? 0 : nextSentence(prose, 0)
  while (position < prose.length) {
    const start = skipWhitespace(prose, position)
    const end = endOfWord(prose, start)
    if (end > start && !(place.beforeCode && end === prose.length)) {
      const capital = findFoldableCapital(prose, start, end)
      if (capital !== undefined) capitals.push(capital)
    }
    position = nextSentence(prose, start)
  }
  return capitals
}

/** Where the next sentence starts, or the white space before it. Most words end none: no other is looked at. */
function nextSentence(prose: string, start: number): number {
  SENTENCE_BREAK.lastIndex = start
  return SENTENCE_BREAK.test(prose) ? SENTENCE_BREAK.lastIndex : prose.length
}

function endOfWord(prose: string, start: number): number {
  let end = start
  while (end < prose.length && !isWhitespace(prose.charCodeAt(end))) end++
  return end
}

/** The capital that opens a plain word of two letters or more; `A` alone may be a label. */
function findFoldableCapital(prose: string, start: number, end: number): SentenceCapital | undefined {
  let position = start
  while (position < end && OPENING_MARKS.includes(prose.charAt(position))) position++
  const letter = characterAt(prose, position)
  if (!hasUpperCase(letter)) return undefined
  let coreEnd = end
  while (coreEnd > position && CLOSING.includes(prose.charAt(coreEnd - 1))) coreEnd--
  const rest = prose.slice(position + letter.length, coreEnd)
  if (!hasLetter(rest) || hasUpperCase(rest) || NOT_PLAIN.test(letter + rest)) return undefined
  return { position, letter }
}
