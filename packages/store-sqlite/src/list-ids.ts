import { byText, type EntryId } from '@varve/core'
import type { Connection } from './connection.ts'

/** The ids that a statement selects, in text order. */
export function listIds(
  connection: Connection,
  sql: string,
  ...values: readonly (string | number)[]
): readonly EntryId[] {
  return connection
    .all<{ id: EntryId }>(sql, ...values)
    .map((row) => row.id)
    .sort(byText)
}
