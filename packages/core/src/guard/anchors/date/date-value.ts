const MAX_MONTH = 12
const MAX_DAY = 31

/** `YYYY-MM-DD`, `YYYY-MM` or `--MM-DD`; undefined where there is no such day. */
export function dateValue(
  year: string | undefined,
  month: string | number,
  day: string | undefined,
): string | undefined {
  const monthNumber = Number(month)
  const dayNumber = day === undefined ? 1 : Number(day)
  if (monthNumber < 1 || monthNumber > MAX_MONTH || dayNumber < 1 || dayNumber > MAX_DAY) return undefined
  const date = `${year ?? '-'}-${pad(monthNumber)}`
  return day === undefined ? date : `${date}-${pad(dayNumber)}`
}

function pad(value: number): string {
  return String(value).padStart(2, '0')
}
