import type { PairContext } from './context.ts'
import type { Statement } from './statement.ts'

const DAY_LENGTH = 10

/**
 * Whether the texts may mean two days: one has words such as `yesterday`, and they were not
 * certainly written on one day (in UTC).
 */
export function isWrittenAnotherDay(a: Statement, b: Statement, context: PairContext): boolean {
  if (a.classes['relative-time'].size === 0 && b.classes['relative-time'].size === 0) return false
  const [dayA, dayB] = [utcDay(context.a?.created), utcDay(context.b?.created)]
  return dayA === undefined || dayA !== dayB
}

function utcDay(created: string | undefined): string | undefined {
  const time = created === undefined ? Number.NaN : Date.parse(created)
  return Number.isNaN(time) ? undefined : new Date(time).toISOString().slice(0, DAY_LENGTH)
}
