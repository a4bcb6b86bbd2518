import { codeBefore, isDigitUnit, isWordCode } from '../../normalise/letters.ts'
import { type AnchorMatch, type AnchorRule, matchAt, type Scan } from '../anchor-rule.ts'
import { parseCjkNumeral } from './cjk-numeral.ts'
import { COUNTERS, MULTIPLIERS, NUMERAL_OPENERS } from './counters.ts'
import { scaleDecimal } from './decimal.ts'
import { findUnit } from './find-unit.ts'
import { CURRENCY_SIGNS } from './units.ts'

const GROUPED = /\d{1,3}(?:,\d{3}){1,12}(?:\.\d+)?(?![\d,]|\.\d)/y
const APOSTROPHES = /\d{1,3}(?:'\d{3}){1,12}(?!\d)/y
const UNDERSCORES = /\d+(?:_\d+){1,20}(?!\w)/y
const PLAIN = /\d+(?:\.\d+)?(?!\d)/y
const COMMA_DECIMAL = /\d+,\d+(?!\d)/y
const RANGE = /(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)(?!\d|[-.]\d)/y
const NUMERAL = /[一二两三四五六七八九十百千]+/y
const SEPARATORS = /[,_']/g
const THOUSAND = 1000n

/** Numbers, with the unit after them and the sign or the currency before them. */
export const numberRule: AnchorRule = {
  name: 'number',
  opens: ['integer', 'digit', 'plain'],
  firstCharacters: '-$€£一二两三四五六七八九十百千',
  match(scan, start) {
    if (scan.lower !== '' && !isDigitUnit(scan.text.charCodeAt(start))) return matchNumberWord(scan)
    return matchSigned(scan, start) ?? matchNumeral(scan, start)
  },
}

function matchNumberWord(scan: Scan): AnchorMatch | undefined {
  const value = scan.profile.numberWords.get(scan.lower)
  if (value === undefined || scan.isLocked || scan.language === 'und') return undefined
  return withUnit(scan, [value], scan.wordEnd)
}

function matchSigned(scan: Scan, start: number): AnchorMatch | undefined {
  const sign = scan.text.charAt(start)
  const currency = CURRENCY_SIGNS.get(sign)
  if (currency !== undefined) {
    const match = matchDigits(scan, start + 1)
    if (match === undefined) return undefined
    return match.unit === undefined
      ? { ...match, value: scaleDecimal(match.value, 1n), unit: currency }
      : match
  }
  if (sign !== '-') return matchDigits(scan, start)
  const before = codeBefore(scan.text, start)
  const isSign = before === undefined || !isWordCode(before)
  const match = isSign ? matchDigits(scan, start + 1) : undefined
  return match === undefined ? undefined : { ...match, value: `-${match.value}` }
}

function matchDigits(scan: Scan, start: number): AnchorMatch | undefined {
  if (!isDigitUnit(scan.text.charCodeAt(start))) return undefined
  const range = matchAt(RANGE, scan, start)
  if (range !== undefined) return withUnit(scan, [range[1] ?? '', range[2] ?? ''], start + range[0].length)
  const commaDecimal = scan.profile.decimalComma ? matchAt(COMMA_DECIMAL, scan, start) : undefined
  if (commaDecimal !== undefined) {
    return withUnit(scan, [commaDecimal[0].replace(',', '.')], start + commaDecimal[0].length)
  }
  const grouped = scan.profile.decimalComma ? undefined : matchAt(GROUPED, scan, start)
  const match =
    grouped ??
    matchAt(UNDERSCORES, scan, start) ??
    matchAt(APOSTROPHES, scan, start) ??
    matchAt(PLAIN, scan, start)
  if (match === undefined) return undefined
  return withUnit(scan, [match[0].replace(SEPARATORS, '')], start + match[0].length)
}

/** With the unit that follows, if one does; a letter that is no unit makes it a word, not a number. */
function withUnit(scan: Scan, values: readonly string[], end: number): AnchorMatch | undefined {
  const multiplier = MULTIPLIERS.find(([name]) => scan.text.startsWith(name, end))
  if (multiplier !== undefined) {
    const scaled = values.map((value) => scaleDecimal(value, multiplier[1]))
    return withUnitName(scan, scaled, end + multiplier[0].length)
  }
  if (scan.text.charAt(end) === 'k' && !isWordAfter(scan, end + 1)) {
    return withUnitName(
      scan,
      values.map((value) => scaleDecimal(value, THOUSAND)),
      end + 1,
    )
  }
  return withUnitName(scan, values, end)
}

function withUnitName(scan: Scan, values: readonly string[], end: number): AnchorMatch | undefined {
  const found = findUnit(scan, end)
  if (found !== undefined) {
    const scaled = values.map((value) => scaleDecimal(value, found.unit.scale ?? 1n))
    return { type: 'num', end: found.end, value: scaled.join('-'), unit: found.unit.class }
  }
  if (isWordAfter(scan, end)) return matchSuffix(scan, values, end)
  return { type: 'num', end, value: values.join('-') }
}

/** `10M` keeps its letter: it may be a million, a mebibyte or a metre. */
function matchSuffix(scan: Scan, values: readonly string[], end: number): AnchorMatch | undefined {
  const suffix = scan.text.charAt(end)
  if (!'mMkK'.includes(suffix) || isWordAfter(scan, end + 1)) return undefined
  return { type: 'num', end: end + 1, value: `${values.join('-')}${suffix}` }
}

function isWordAfter({ text }: Scan, position: number): boolean {
  const code = text.codePointAt(position)
  return code !== undefined && isWordCode(code)
}

function matchNumeral(scan: Scan, start: number): AnchorMatch | undefined {
  if (scan.language !== 'zh' && scan.language !== 'ja') return undefined
  const match = matchAt(NUMERAL, scan, start)
  const value = match === undefined ? undefined : parseCjkNumeral(match[0])
  if (match === undefined || value === undefined) return undefined
  const end = start + match[0].length
  const next = scan.text.charAt(end)
  const isCounted = next !== '' && COUNTERS.includes(next)
  const opener = scan.text.charAt(start - 1)
  const endsClause = end >= scan.end || '。,;!?，；！？'.includes(next)
  const follows = endsClause && opener !== '' && NUMERAL_OPENERS.includes(opener)
  if (!isCounted && !follows && !isUnitOf(scan, end)) return undefined
  return withUnit(scan, [value], end)
}

function isUnitOf(scan: Scan, end: number): boolean {
  return scan.text.charAt(end) !== ' ' && findUnit(scan, end) !== undefined
}
