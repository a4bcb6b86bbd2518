import { VarveError } from '@varve/core'
import { findNearestName } from '../config/nearest-name.ts'
import { FOR_PEOPLE } from './for-people.ts'
import { OPERATIONS, type TableRow } from './table.ts'

/**
 * What programs may ask for, by its name. Throws `not_found` with the one of the nearest name, as `shown`
 * says to ask for it.
 */
export function getOffered(name: string, shown: (known: string) => string): TableRow {
  const rows = OPERATIONS.filter((row) => !FOR_PEOPLE.has(row.name))
  const row = rows.find((each) => each.name === name)
  if (row !== undefined) return row
  const nearest = findNearestName(
    name,
    rows.map((each) => each.name),
  )
  throw new VarveError('not_found', `there is no operation ${JSON.stringify(name)}`, {
    subjects: [name],
    fix: nearest === undefined ? [] : [shown(nearest)],
  })
}
