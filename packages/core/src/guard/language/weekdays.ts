import { words } from './word-list.ts'

/** Names of the days of the week where they are written with a capital. */
export const WEEKDAYS: ReadonlySet<string> = new Set(
  words(`monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays
    fridays saturdays sundays`),
)
