import { expect, test } from 'vitest'
import { formatDate } from '../../src/domain/instant.ts'

test.each(['0001-01-01', '1600-02-29', '1900-03-01', '1970-01-01', '2000-02-29', '2026-12-31', '9999-12-31'])(
  'a day with a turn of the calendar is told as it was given: %s',
  (day) => {
    expect(formatDate(Date.parse(day))).toBe(day)
    expect(formatDate(Date.parse(`${day}T23:59:59.999Z`))).toBe(day)
  },
)
