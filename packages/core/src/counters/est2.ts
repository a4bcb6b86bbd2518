import type { TokenCounter } from '../ports/token-counter.ts'

/**
 * The default estimate of live windows, which are code, JSON and logs: words, digits, marks and blanks cost what
 * the tokenizers of today's models charge for them.
 *
 * A text is cut as by `/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+|[^\sA-Za-z0-9]+|\n+|[^\S\n]+/gu`, without the array
 * of pieces that a regular expression would leave.
 */
export const est2: TokenCounter = {
  name: 'est2',
  count(text) {
    let cost = 0
    for (let index = 0; index < text.length; ) {
      const start = index
      const type = typeOf(text.charCodeAt(index))
      index = endOfRun(text, index, type)
      // The last capital before small letters belongs to their word.
      if (type === UPPER && typeAt(text, index) === LOWER) {
        if (index - start > 1) cost += letters(index - 1 - start)
        const word = index - 1
        index = endOfRun(text, index, LOWER)
        cost += letters(index - word)
      } else cost += costOf(text, start, index, type)
    }
    return Math.ceil(0.83 * cost)
  },
}

const [OTHER, LOWER, UPPER, DIGIT, BLANK, LINE_FEED] = [0, 1, 2, 3, 4, 5]

/** Types of the ASCII characters, which most texts are made of. */
const ASCII = Uint8Array.from({ length: 128 }, (_, unit) => slowTypeOf(unit))

function typeOf(unit: number): number {
  return unit < 128 ? (ASCII[unit] ?? OTHER) : slowTypeOf(unit)
}

function slowTypeOf(unit: number): number {
  const character = String.fromCharCode(unit)
  if (character === '\n') return LINE_FEED
  if (/\s/.test(character)) return BLANK
  if (/[a-z]/.test(character)) return LOWER
  if (/[A-Z]/.test(character)) return UPPER
  return /[0-9]/.test(character) ? DIGIT : OTHER
}

function typeAt(text: string, index: number): number | undefined {
  return index < text.length ? typeOf(text.charCodeAt(index)) : undefined
}

function endOfRun(text: string, start: number, type: number): number {
  let end = start + 1
  while (end < text.length && typeOf(text.charCodeAt(end)) === type) end++
  return end
}

function costOf(text: string, start: number, end: number, type: number): number {
  const length = end - start
  if (type === LOWER || type === UPPER) return letters(length)
  if (type === BLANK) return length > 1 ? 1 : 0
  if (type === DIGIT) return Math.ceil(length / 3)
  return type === LINE_FEED ? 1 : marks(text, start, end)
}

function letters(length: number): number {
  return length <= 8 ? 1 : Math.ceil(length / 7)
}

/** Half a token for each ASCII mark, one for each other code point. */
function marks(text: string, start: number, end: number): number {
  let ascii = 0
  let pairs = 0
  for (let index = start; index < end; index++) {
    const unit = text.charCodeAt(index)
    if (unit < 128) ascii++
    else if (isLow(unit) && index > start && isHigh(text.charCodeAt(index - 1))) pairs++
  }
  return Math.ceil(ascii / 2) + (end - start - ascii - pairs)
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}
