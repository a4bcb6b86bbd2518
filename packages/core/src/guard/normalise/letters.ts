const WORD = /[\p{L}\p{M}\p{N}_]/u
const UPPER = /\p{Lu}/u
const FIRST_NON_ASCII = 0x80
const ASCII_WORD: readonly boolean[] = Array.from({ length: FIRST_NON_ASCII }, (_, unit) =>
  /\w/.test(String.fromCharCode(unit)),
)

const BEYOND_ASCII = /[^\0-\x7f]/

/** Whether a text is of ASCII characters alone, as nearly every text is. */
export function isAsciiText(text: string): boolean {
  return !BEYOND_ASCII.test(text)
}

/** Han, kana and their marks: each such character is a token by itself. */
export function isCjk(code: number): boolean {
  if (code < 0x3005) return false
  return (
    code <= 0x3007 ||
    (code >= 0x3041 && code <= 0x30ff && code !== 0x30fb) ||
    (code >= 0x31f0 && code <= 0x31ff) ||
    (code >= 0x3400 && code <= 0x9fff) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0x20000 && code <= 0x3ffff)
  )
}

/** Whether a code point belongs to a word of a script that parts its words with spaces. */
export function isWordCode(code: number): boolean {
  if (code < FIRST_NON_ASCII) return ASCII_WORD[code] ?? false
  return !isCjk(code) && WORD.test(String.fromCodePoint(code))
}

/** Whether a word character stands at a position. */
export function isWordAt(text: string, position: number): boolean {
  const code = text.codePointAt(position)
  return code !== undefined && isWordCode(code)
}

/** Whether a word character ends before a position. */
export function isWordBefore(text: string, position: number): boolean {
  const code = codeBefore(text, position)
  return code !== undefined && isWordCode(code)
}

/** The code point that ends before a position. */
export function codeBefore(text: string, position: number): number | undefined {
  const unit = text.charCodeAt(position - 1)
  if (Number.isNaN(unit)) return undefined
  return unit >= 0xdc00 && unit <= 0xdfff ? text.codePointAt(position - 2) : unit
}

/** Where the run of word characters that starts at a position ends. */
export function endOfRun(text: string, start: number): number {
  let end = start
  for (;;) {
    while (ASCII_WORD[text.charCodeAt(end)] === true) end++
    const code = text.codePointAt(end)
    if (code === undefined || !isWordCode(code)) return end
    end += code > 0xffff ? 2 : 1
  }
}

/** Whether a unit is an ASCII digit. */
export function isDigitUnit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39
}

/** Whether a unit is an ASCII capital. */
export function isCapitalUnit(unit: number): boolean {
  return unit >= 0x41 && unit <= 0x5a
}

/** Whether a unit is an ASCII small letter. */
export function isSmallUnit(unit: number): boolean {
  return unit >= 0x61 && unit <= 0x7a
}

/** Whether the letter at a position is a capital of any script. */
export function isUpperAt(text: string, position: number): boolean {
  const unit = text.charCodeAt(position)
  if (unit < FIRST_NON_ASCII) return isCapitalUnit(unit)
  const code = text.codePointAt(position)
  return code !== undefined && UPPER.test(String.fromCodePoint(code))
}

/** In lower case and of the same length, so that positions stay true. */
export function lowerCase(text: string): string {
  const lower = text.toLowerCase()
  if (lower.length === text.length) return lower
  let kept = ''
  for (const character of text) {
    const small = character.toLowerCase()
    kept += small.length === character.length ? small : character
  }
  return kept
}
