const LETTER = /\p{L}/u
const DIGIT = /\p{Nd}/u
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u
const UPPER_CASE = /[\p{Lu}\p{Lt}]/u

/** The Unicode property White_Space, by UTF-16 unit; `\s` would leave out U+0085. */
export function isWhitespace(unit: number): boolean {
  if (unit < 0x80) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d)
  return (
    unit === 0x85 ||
    unit === 0xa0 ||
    unit === 0x1680 ||
    (unit >= 0x2000 && unit <= 0x200a) ||
    unit === 0x2028 ||
    unit === 0x2029 ||
    unit === 0x202f ||
    unit === 0x205f ||
    unit === 0x3000
  )
}

/** Whether a text holds a letter of any script. */
export function hasLetter(text: string): boolean {
  return LETTER.test(text)
}

/** Whether a character is a decimal digit of any script. */
export function isDigit(character: string): boolean {
  return DIGIT.test(character)
}

/** Whether a text holds a letter or a digit anywhere: without one it says nothing. */
export function hasLetterOrDigit(text: string): boolean {
  return LETTER_OR_DIGIT.test(text)
}

/** Whether a text holds an upper-case or title-case letter anywhere. */
export function hasUpperCase(text: string): boolean {
  return UPPER_CASE.test(text)
}

/** The whole character at a position, also where it takes two UTF-16 units. */
export function characterAt(text: string, position: number): string {
  const code = text.codePointAt(position)
  return code === undefined ? '' : String.fromCodePoint(code)
}

/** The whole character that ends before a position. */
export function characterBefore(text: string, position: number): string {
  const unit = text.charCodeAt(position - 1)
  const isLowSurrogate = unit >= 0xdc00 && unit <= 0xdfff
  return isLowSurrogate ? characterAt(text, position - 2) : text.charAt(position - 1)
}
