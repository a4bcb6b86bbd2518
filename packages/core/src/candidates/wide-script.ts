/** Ranges of UTF-16 units whose letters stand for a syllable or a word: Han, Kana and Hangul. */
const WIDE_RANGES: readonly (readonly [first: number, last: number])[] = [
  [0x1100, 0x11ff],
  [0x3005, 0x3007],
  [0x3041, 0x30ff],
  [0x31f0, 0x31ff],
  [0x3400, 0x9fff],
  [0xac00, 0xd7ff],
  // High surrogates of the supplementary ideographic planes.
  [0xd840, 0xd8bf],
  [0xf900, 0xfaff],
]

/** Katakana's middle dot parts words as a space does. */
const MIDDLE_DOT = 0x30fb

/** Whether the character that starts with this UTF-16 unit is Han, Kana or Hangul. */
export function isWide(unit: number): boolean {
  if (unit < 0x1100 || unit === MIDDLE_DOT) return false
  return WIDE_RANGES.some(([first, last]) => unit >= first && unit <= last)
}

/** How many UTF-16 units the character takes that starts with this unit. */
export function unitLength(unit: number): 1 | 2 {
  return unit >= 0xd800 && unit <= 0xdbff ? 2 : 1
}
