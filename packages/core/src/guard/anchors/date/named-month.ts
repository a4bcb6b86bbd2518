import { endOfRun, isUpperAt, lowerCase } from '../../normalise/letters.ts'
import { type AnchorMatch, matchAt, type Scan } from '../anchor-rule.ts'
import { dateValue } from './date-value.ts'
import { AMBIGUOUS_MONTHS, MONTHS } from './months.ts'

const DAY_AND_YEAR = / (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?(?![\w:]|[.,]\d)/y
const YEAR_AFTER_MONTH = /(?: de)? (\d{4})(?!\w|[.,]\d)/y
const DAY_BEFORE = /(\d{1,2})(?:st|nd|rd|th|\.)? (?:de |of )?(?=\p{L})/uy
const YEAR_AFTER = /,?(?: de)? (\d{4})(?!\w|[.,]\d)/y

type Found = Pick<AnchorMatch, 'end' | 'value'>

/** `March 7, 2026`, `7(th) March 2026`, `7. März 2026`, `7 de marzo de 2026`, `March 2026`, `7 March`. */
export function matchNamedMonth(scan: Scan, start: number): Found | undefined {
  return scan.lower === '' || /^\d/.test(scan.lower)
    ? matchDayFirst(scan, start)
    : matchMonthFirst(scan, start)
}

function matchMonthFirst(scan: Scan, start: number): Found | undefined {
  const month = MONTHS.get(scan.lower)
  if (month === undefined) return undefined
  const hasCapital = isUpperAt(scan.text, start) && !scan.isSentenceCapital
  const isSure = hasCapital || !AMBIGUOUS_MONTHS.has(scan.lower)
  const year = matchAt(YEAR_AFTER_MONTH, scan, scan.wordEnd)
  if (year !== undefined && isSure) return found(scan.wordEnd, year, dateValue(year[1], month, undefined))
  const day = matchAt(DAY_AND_YEAR, scan, scan.wordEnd)
  if (day === undefined || (day[2] === undefined && !isSure)) return undefined
  return found(scan.wordEnd, day, dateValue(day[2], month, day[1]))
}

function matchDayFirst(scan: Scan, start: number): Found | undefined {
  const day = matchAt(DAY_BEFORE, scan, start)
  if (day === undefined) return undefined
  const nameStart = start + day[0].length
  const nameEnd = endOfRun(scan.text, nameStart)
  const name = lowerCase(scan.text.slice(nameStart, nameEnd))
  const month = MONTHS.get(name)
  if (month === undefined) return undefined
  const year = matchAt(YEAR_AFTER, scan, nameEnd)
  const isSure = year !== undefined || !AMBIGUOUS_MONTHS.has(name) || isUpperAt(scan.text, nameStart)
  const value = isSure ? dateValue(year?.[1], month, day[1]) : undefined
  return value === undefined ? undefined : { end: nameEnd + (year?.[0].length ?? 0), value }
}

function found(start: number, match: RegExpExecArray, value: string | undefined): Found | undefined {
  return value === undefined ? undefined : { end: start + match[0].length, value }
}
