import type { AnchorMatch, AnchorRule, Scan } from '../anchor-rule.ts'
import { matchNamedMonth } from './named-month.ts'
import { matchNumericDate } from './numeric-date.ts'
import { matchQuarter } from './quarter.ts'

/** Days, months, quarters and weeks in the forms that people and machines write. */
export const dateRule: AnchorRule = {
  name: 'date',
  opens: ['digit', 'plain', 'compound'],
  match(scan, start) {
    const found = FORMS.map((form) => form(scan, start)).find((match) => match !== undefined)
    return found === undefined ? undefined : { type: 'date', end: found.end, value: found.value }
  },
}

type DateForm = (scan: Scan, start: number) => Pick<AnchorMatch, 'end' | 'value'> | undefined

const FORMS: readonly DateForm[] = [matchNumericDate, matchNamedMonth, matchQuarter]
