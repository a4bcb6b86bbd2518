import { VarveError } from '../domain/errors.ts'
import type { EntryId } from '../domain/ids.ts'
import type { Operation } from '../domain/operation.ts'
import { sortedUnique } from '../domain/order.ts'
import type { Plan } from '../domain/plan.ts'
import type { StoreReader } from '../ports/store.ts'
import { editPlan, getEntry } from './plan-edit.ts'
import { lineageRemoval } from './plan-lineage.ts'

export interface RetractOptions {
  readonly reason?: string
  /** Leave the other entries that say the same. */
  readonly onlyThis?: boolean
  /** Withdraw what it stood in for as well, so that those show again. */
  readonly reopen?: boolean
}

/** "This is wrong or unwanted": hides an entry and, unless told otherwise, all that say the same. */
export function planRetract(reader: StoreReader, id: EntryId, options: RetractOptions = {}): Plan {
  const ids = options.onlyThis ? [id] : listSameText(reader, id)
  const operations: Operation[] = ids
    .filter((member) => getEntry(reader, member).state === 'active')
    .map((member) => ({
      op: 'entry.retract',
      id: member,
      ...(options.reason === undefined ? {} : { reason: options.reason }),
    }))
  if (options.reopen) {
    for (const top of ids) {
      for (const edge of reader.lineage({ top })) operations.push(lineageRemoval(reader, edge))
    }
  }
  return editPlan(reader, 'edit --retract', operations, ids, options.reason)
}

/** Brings a retracted entry back. */
export function planRestore(reader: StoreReader, id: EntryId): Plan {
  const entry = getEntry(reader, id)
  if (entry.purged) {
    throw new VarveError('not_found', `${id} was purged: ${entry.purged.reason}`, { subjects: [id] })
  }
  const operations: readonly Operation[] = entry.state === 'retracted' ? [{ op: 'entry.restore', id }] : []
  return editPlan(reader, 'edit --restore', operations, [id])
}

/** The entry and the others of its duplicate class. */
function listSameText(reader: StoreReader, id: EntryId): readonly EntryId[] {
  getEntry(reader, id)
  const ids: EntryId[] = [id]
  for (const row of reader.compactionRows({ ids: [id] })) {
    if (!row.titled && row.text_key !== null) ids.push(...reader.classMembers(row.scope, row.text_key))
  }
  return sortedUnique(ids) as EntryId[]
}
