import type { AnchorRule } from '../anchor-rule.ts'
import { MONTHS } from './months.ts'
import { matchNamedMonth } from './named-month.ts'
import { matchNumericDate } from './numeric-date.ts'
import { matchQuarter } from './quarter.ts'

/** Days, months, quarters and weeks in the forms that people and machines write. */
export const dateRule: AnchorRule = {
  name: 'date',
  opens: ['integer', 'digit', 'plain', 'compound'],
  smallWords: MONTHS,
  match(scan, start) {
    const found = matchNumericDate(scan, start) ?? matchNamedMonth(scan, start) ?? matchQuarter(scan, start)
    return found === undefined ? undefined : { type: 'date', end: found.end, value: found.value }
  },
}
