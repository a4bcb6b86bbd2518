import { VarveError } from '@varve/core'
import type { WindowLedger } from '../context.ts'

/** The session that was asked for by the start of its id, or the last in which something was decided. */
export function sessionOf(ledger: WindowLedger, given: string | undefined): string | undefined {
  const ids = ledger.sessions().map(({ id }) => id)
  if (given === undefined) return ids[0]
  const found = ids.filter((id) => id === given || id.startsWith(given))
  const [only] = found
  if (only !== undefined && found.length === 1) return only
  const message =
    only === undefined ? `nothing was decided in session ${given}` : `several sessions begin with ${given}`
  throw new VarveError(only === undefined ? 'not_found' : 'ambiguous_id', message, {
    subjects: [given],
    fix: ['varve fit passes --json'],
  })
}
