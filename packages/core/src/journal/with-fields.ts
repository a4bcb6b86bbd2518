import type { EntryFields } from '../domain/entry.ts'
import type { ReviseOperation } from '../domain/operation.ts'

/** The fields with what a revision sets and unsets. */
export function withFields<F extends EntryFields>(fields: F, { set }: Pick<ReviseOperation, 'set'>): F {
  const revised: Record<string, unknown> = Object.fromEntries(Object.entries(fields))
  for (const [name, value] of Object.entries(set)) {
    if (value === null) delete revised[name]
    else revised[name] = value
  }
  // The operation's `set` is typed by the field names, so the result has the fields again.
  return revised as unknown as F
}
