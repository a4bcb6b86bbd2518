import { contentHash } from '../domain/entry.ts'
import { VarveError } from '../domain/errors.ts'
import type { EntryId } from '../domain/ids.ts'
import type { Operation } from '../domain/operation.ts'
import type { Plan } from '../domain/plan.ts'
import type { StoreReader } from '../ports/store.ts'
import { editPlan, getEntry } from './plan-edit.ts'

/** Erases entries for good: the one operation that nothing brings back. */
export function planPurge(
  reader: StoreReader,
  ids: readonly EntryId[],
  { reason, force = false }: { readonly reason: string; readonly force?: boolean },
): Plan {
  const operations = ids.flatMap((id): readonly Operation[] => {
    const entry = getEntry(reader, id)
    if (entry.purged) return []
    if (entry.pinned && !force) {
      throw new VarveError('usage', `${id} is pinned`, {
        subjects: [id],
        fix: [`varve purge ${id} --reason ${JSON.stringify(reason)} --force`],
      })
    }
    return [{ op: 'purge', id, hash: contentHash(entry), reason }]
  })
  return editPlan(reader, 'purge', operations, ids, reason)
}
