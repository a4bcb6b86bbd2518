import type { Issue } from '@varve/core'
import type { OperationContext } from '../context.ts'

/** The database's file, all of it: a page that is damaged may be one that no other check reads. */
export function checkFile(context: OperationContext): readonly Issue[] {
  const [first, ...more] = context.fileProblems()
  if (first === undefined) return []
  return [
    {
      code: 'store_invalid',
      severity: 'error',
      subjects: [],
      message: `the store is damaged: ${first}${more.length === 0 ? '' : ` (and ${more.length} more problems)`}`,
      fix: ['varve doctor --fix'],
    },
  ]
}
