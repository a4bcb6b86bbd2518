import { entryEntity, findConcurrentEdits, type Issue } from '@varve/core'
import type { OperationContext } from '../context.ts'

/** Entries that were edited apart in two places. */
export function checkConcurrentEdits(context: OperationContext): readonly Issue[] {
  const reader = context.reading()
  const issues: Issue[] = []
  for (const { id, versions } of reader.entries({ visibility: 'all' })) {
    if (versions.length > 1) issues.push(...findConcurrentEdits(id, reader.events(entryEntity(id))))
  }
  return issues
}
