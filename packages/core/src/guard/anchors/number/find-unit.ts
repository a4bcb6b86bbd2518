import { endOfRun, isCjk } from '../../normalise/letters.ts'
import type { Scan } from '../anchor-rule.ts'
import { JAPANESE_MINUTE, LONGEST_CJK_UNIT, UNITS, type Unit } from './units.ts'

const SPACE = 0x20
const RATES = ['Mbit/s', 'MB/s', 'req/s'] as const
const SIGNS = ['°C', '%', '×', '$', '€', '£'] as const
const SIGN_STARTS = [...RATES, ...SIGNS].map((sign) => sign.charAt(0)).join('')

/** The unit that stands at a position, a space before it or none, and where it ends. */
export function findUnit(
  scan: Scan,
  position: number,
): { readonly unit: Unit; readonly end: number } | undefined {
  const start = scan.text.charCodeAt(position) === SPACE ? position + 1 : position
  if (start >= scan.end) return undefined
  const name = nameAt(scan, start)
  const unit = name === JAPANESE_MINUTE[0] ? JAPANESE_MINUTE[1] : UNITS.get(name)
  return unit === undefined ? undefined : { unit, end: start + name.length }
}

/** Whether a unit stands at a position. */
export function hasUnitAt(scan: Scan, position: number): boolean {
  return findUnit(scan, position) !== undefined
}

function nameAt({ text, language }: Scan, start: number): string {
  const maySign = SIGN_STARTS.includes(text.charAt(start))
  const sign = maySign ? [...RATES, ...SIGNS].find((name) => text.startsWith(name, start)) : undefined
  if (sign !== undefined) return sign
  const code = text.codePointAt(start) ?? 0
  if (!isCjk(code)) return text.slice(start, endOfRun(text, start))
  for (let length = LONGEST_CJK_UNIT; length > 0; length--) {
    const name = text.slice(start, start + length)
    if (UNITS.has(name) || (name === JAPANESE_MINUTE[0] && language === 'ja')) return name
  }
  return ''
}
