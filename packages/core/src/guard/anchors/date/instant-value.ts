import { dateValue } from './date-value.ts'

const MINUTE = 60_000
const TO_SECONDS = 'YYYY-MM-DDTHH:MM:SS'.length
const OFFSET = /([+-])(\d{2}):?(\d{2})/

/** A date-time: with a zone its instant in UTC, without one as it is written. */
export function instantValue(match: RegExpExecArray): string | undefined {
  const [, year = '', month = '', day = '', hour = '', minute = '', second = '00', part = '', zone] = match
  const fraction = part.replace(/0+$/, '')
  const tail = fraction === '' ? '' : `.${fraction}`
  const date = dateValue(year, month, day)
  if (date === undefined || Number(hour) > 24 || Number(minute) > 59 || Number(second) > 60) return undefined
  if (zone === undefined) return `${date}T${hour}:${minute}:${second}${tail}`
  const local = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  )
  return `${new Date(local - offsetOf(zone) * MINUTE).toISOString().slice(0, TO_SECONDS)}${tail}Z`
}

function offsetOf(zone: string): number {
  const [, sign, hours, minutes] = OFFSET.exec(zone) ?? []
  const size = Number(hours ?? 0) * 60 + Number(minutes ?? 0)
  return sign === '-' ? -size : size
}
