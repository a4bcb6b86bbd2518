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
    lastDate = formatInstant(at).slice(0, 10)
    lastDay = day
  }
  return lastDate
}
