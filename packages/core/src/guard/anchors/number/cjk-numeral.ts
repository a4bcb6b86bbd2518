const DIGITS = '一二三四五六七八九'
const TENS: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 }

/** The number that a Chinese or Japanese numeral below ten thousand stands for. */
export function parseCjkNumeral(numeral: string): string | undefined {
  let sum = 0
  let digit: number | undefined
  for (const character of numeral) {
    const ten = TENS[character]
    if (ten !== undefined) {
      sum += (digit ?? 1) * ten
      digit = undefined
      continue
    }
    const value = character === '两' ? 2 : DIGITS.indexOf(character) + 1
    if (value === 0 || digit !== undefined) return undefined
    digit = value
  }
  return numeral === '' ? undefined : String(sum + (digit ?? 0))
}
