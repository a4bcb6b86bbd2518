import { isDigitUnit } from '../../normalise/letters.ts'
import { type AnchorMatch, matchAt, type Scan } from '../anchor-rule.ts'
import { dateValue } from './date-value.ts'
import { instantValue } from './instant-value.ts'

const INSTANT =
  /(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?: ?(Z|UTC|GMT|[+-]\d{2}:?\d{2}))?(?!\w)/y
const YEAR_FIRST = /(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\w)/y
const YEAR_AND_MONTH = /(\d{4})-(\d{2})(?![\w-])/y
const DAY_FIRST = /(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\w|\.\d)/y
const AMBIGUOUS = /\d{1,2}\/\d{1,2}\/\d{4}(?!\w)/y
const CJK_YEAR = /(\d{4})年(?:(\d{1,2})月(?:(\d{1,2})日)?)?(?![間间])/y
const CJK_DAY = /(\d{1,2})月(\d{1,2})日/y

type Found = Pick<AnchorMatch, 'end' | 'value'>

/** Dates of digits. `03/04/2026` may be two days, so it is only equal to itself. */
export function matchNumericDate(scan: Scan, start: number): Found | undefined {
  if (!isDigitUnit(scan.text.charCodeAt(start))) return undefined
  const instant = matchAt(INSTANT, scan, start)
  if (instant !== undefined) return found(start, instant, instantValue(instant))
  const yearFirst = matchAt(YEAR_FIRST, scan, start)
  if (yearFirst !== undefined) {
    return found(start, yearFirst, dateValue(yearFirst[1], yearFirst[3] ?? '', yearFirst[4]))
  }
  const ambiguous = matchAt(AMBIGUOUS, scan, start)
  if (ambiguous !== undefined) return found(start, ambiguous, ambiguous[0])
  const month = matchAt(YEAR_AND_MONTH, scan, start)
  if (month !== undefined) return found(start, month, dateValue(month[1], month[2] ?? '', undefined))
  const dayFirst = matchAt(DAY_FIRST, scan, start)
  if (dayFirst !== undefined) {
    return found(start, dayFirst, dateValue(dayFirst[3], dayFirst[2] ?? '', dayFirst[1]))
  }
  return matchCjkDate(scan, start)
}

function matchCjkDate(scan: Scan, start: number): Found | undefined {
  const year = matchAt(CJK_YEAR, scan, start)
  if (year !== undefined) {
    const [, digits, month, day] = year
    return found(start, year, month === undefined ? digits : dateValue(digits, month, day))
  }
  const day = matchAt(CJK_DAY, scan, start)
  return day === undefined ? undefined : found(start, day, dateValue(undefined, day[1] ?? '', day[2]))
}

function found(start: number, match: RegExpExecArray, value: string | undefined): Found | undefined {
  return value === undefined ? undefined : { end: start + match[0].length, value }
}
