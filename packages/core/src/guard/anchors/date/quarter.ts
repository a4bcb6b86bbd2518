import { type AnchorMatch, matchAt, type Scan } from '../anchor-rule.ts'

const QUARTER_FIRST = /Q([1-4])[ -](\d{4})(?!\w)/y
const YEAR_FIRST = /(\d{4})-?(Q[1-4]|W\d{2})(?!\w)/y

/** `Q1 2026`, `2026-Q1`, `2026Q1`, `2026-W10`. */
export function matchQuarter(scan: Scan, start: number): Pick<AnchorMatch, 'end' | 'value'> | undefined {
  const quarter = matchAt(QUARTER_FIRST, scan, start)
  if (quarter !== undefined) {
    return { end: start + quarter[0].length, value: `${quarter[2] ?? ''}-Q${quarter[1] ?? ''}` }
  }
  const year = matchAt(YEAR_FIRST, scan, start)
  if (year === undefined) return undefined
  return { end: start + year[0].length, value: `${year[1] ?? ''}-${year[2] ?? ''}` }
}
