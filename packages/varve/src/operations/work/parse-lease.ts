import { VarveError } from '@varve/core'

const MINUTE = 60_000
const STANDARD = 30 * MINUTE
const UNITS: Readonly<Record<string, number>> = { s: 1000, m: MINUTE, h: 60 * MINUTE }
const LONGEST = 24 * 60 * MINUTE

/** A length of time as people write it: `30m`, in milliseconds. Throws `invalid_value`. */
export function parseLease(typed: string | undefined, example: string): number {
  if (typed === undefined) return STANDARD
  const [, count = '', unit = ''] = /^(\d{1,6})([smh])$/.exec(typed) ?? []
  const ms = Number(count) * (UNITS[unit] ?? 0)
  if (ms > 0 && ms <= LONGEST) return ms
  throw new VarveError(
    'invalid_value',
    `--lease can't be ${JSON.stringify(typed)}: 30m or 2h, a day at most`,
    {
      fix: [example],
    },
  )
}
