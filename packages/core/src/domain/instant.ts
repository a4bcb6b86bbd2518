/** A point in time: whole milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i

/**
 * Reads an ISO 8601 date or date-time. A value without offset is read as UTC and marked `naive`.
 * Returns undefined where the text is no such date.
 */
export function parseInstant(text: string): { readonly at: Instant; readonly naive: boolean } | undefined {
  const match = ISO.exec(text.trim())
  if (!match) return undefined
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '0', offset] = match
  const clock = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  )
  const date = new Date(clock)
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return undefined
  const milliseconds = Math.floor(Number(`0.${fraction}`) * 1000)
  return { at: clock + milliseconds - offsetMilliseconds(offset), naive: offset === undefined }
}

function offsetMilliseconds(offset: string | undefined): number {
  if (offset === undefined || offset.toUpperCase() === 'Z') return 0
  const sign = offset.startsWith('-') ? -1 : 1
  const digits = offset.slice(1).replace(':', '')
  return sign * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2))) * 60_000
}

/** `2026-03-07T14:30:00.000Z`: always UTC, always with milliseconds. */
export function formatInstant(at: Instant): string {
  return new Date(at).toISOString()
}

export const DAY_MS = 24 * 60 * 60 * 1000

/** The number of a day in UTC, from 1970-01-01. */
export function dayOf(at: Instant): number {
  return Math.floor(at / DAY_MS)
}
let lastDay = Number.NaN
let lastDate = ''

/** `2026-03-07`, in UTC. The last one is remembered, since entries are listed by their dates. */
export function formatDate(at: Instant): string {
  const day = dayOf(at)
  if (day !== lastDay) {
    lastDate = dateOf(day) ?? formatInstant(at).slice(0, 10)
    lastDay = day
  }
  return lastDate
}

const DAYS_OF_FOUR_CENTURIES = 146_097
/** From the 1st of March of the year 0, so that a leap day is the last of its year, to 1970-01-01. */
const DAYS_BEFORE_1970 = 719_468

/**
 * A day of the years 1 to 9999 in the Gregorian calendar (Howard Hinnant, `civil_from_days`); undefined of
 * others. The first `Date` of a process looks for the time zone, which takes a hook a millisecond.
 */
function dateOf(day: number): string | undefined {
  const whole = day + DAYS_BEFORE_1970
  const era = Math.floor(whole / DAYS_OF_FOUR_CENTURIES)
  const dayOfEra = whole - era * DAYS_OF_FOUR_CENTURIES
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
  const year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
  if (!(year >= 1 && year <= 9999)) return undefined
  const dayOfMonth = dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(dayOfMonth, 2)}`
}

function padded(number: number, digits: number): string {
  return String(number).padStart(digits, '0')
}
