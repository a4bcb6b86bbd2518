import { formatInstant } from '../../domain/instant.ts'

const LATEST = 253_402_300_799_999

/** A time in milliseconds as hosts write it in text. */
export function isoTime(milliseconds: number): string {
  return formatInstant(Math.min(Math.max(Math.round(milliseconds), 0), LATEST))
}
