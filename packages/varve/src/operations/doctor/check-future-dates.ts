import { type EntryId, formatInstant, type Issue } from '@varve/core'
import type { OperationContext } from '../context.ts'

/** Entries that say they were stated later than they were recorded. They are ordered by the earlier of the two. */
export function checkFutureDates(context: OperationContext): readonly Issue[] {
  const skew = context.config.memory.futureSkewSecs * 1000
  const issues: Issue[] = []
  for (const { id, created, recorded } of context.reading().entries({ visibility: 'all' })) {
    if (created - recorded > skew) issues.push(futureDated(id, formatInstant(created)))
  }
  return issues
}

function futureDated(id: EntryId, date: string): Issue {
  return {
    code: 'future_dated',
    severity: 'info',
    subjects: [id],
    message: `${id} is dated ${date}, later than it was recorded; it is ordered by when it was recorded`,
    fix: [`varve show ${id} --history`],
  }
}
