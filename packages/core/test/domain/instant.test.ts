import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatDate, formatInstant } from '../../src/domain/instant.ts'

test('a date is that of the instant in UTC, in every year that a date can have', () => {
  const dates = fc.integer({ min: -8_640_000_000_000_000, max: 8_640_000_000_000_000 })
  const near = fc.date({ min: new Date('1890-01-01'), max: new Date('2110-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(fc.oneof(dates, near.map(Number)), (at) => {
      expect(formatDate(at)).toBe(formatInstant(at).slice(0, 10))
    }),
    { numRuns: 2000 },
  )
})

test.each(['0001-01-01', '1600-02-29', '1900-03-01', '1970-01-01', '2000-02-29', '2026-12-31', '9999-12-31'])(
  'a day with a turn of the calendar is told as it was given: %s',
  (day) => {
    expect(formatDate(Date.parse(day))).toBe(day)
    expect(formatDate(Date.parse(`${day}T23:59:59.999Z`))).toBe(day)
  },
)
