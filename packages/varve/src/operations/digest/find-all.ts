import { type EntryId, type StoreReader, VarveError } from '@varve/core'
import { findEntryIfAny } from '../find-entry.ts'

/** The entries that ids or prefixes name, in their order. Throws `not_found` with all that name none. */
export function findAll(reader: StoreReader, typed: readonly string[]): readonly EntryId[] {
  const missing = typed.filter((id) => findEntryIfAny(reader, id) === undefined)
  if (missing.length > 0) {
    throw new VarveError('not_found', `not found: ${missing.join(', ')}`, {
      subjects: missing,
      fix: ['varve list'],
    })
  }
  return typed.flatMap((id) => findEntryIfAny(reader, id) ?? [])
}
