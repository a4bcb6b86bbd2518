import { FIRST } from './first.ts'
import { MENDS } from './mends.ts'
import { TOKENS } from './tokens.ts'

/** One step from the schema before it, in one transaction. A step never rewrites the journal. */
export interface Migration {
  readonly version: number
  readonly sql: string
}

/** Every step there ever was, oldest first. */
export const MIGRATIONS: readonly Migration[] = [
  { version: 1, sql: FIRST },
  { version: 2, sql: TOKENS },
  { version: 3, sql: MENDS },
]
