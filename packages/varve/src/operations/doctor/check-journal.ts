import type { Issue } from '@varve/core'
import type { OperationContext } from '../context.ts'

/** Every record is read and its hash computed again; a damaged one is named, the others count. */
export function checkJournal(context: OperationContext): readonly Issue[] {
  return context
    .reading()
    .damagedRecords()
    .map(({ id, reason }) => ({
      code: 'journal_corrupt',
      severity: 'error',
      subjects: [id],
      message: `record ${id} is damaged: ${reason}; it is left out, the rest works`,
      fix: [`varve log --plan ${id}`],
    }))
}
