import { formatInstant, type RecordId } from '@varve/core'
import { planMarks } from '@varve/core/sessions'
import { commit } from '../commit.ts'
import type { OperationContext } from '../context.ts'
import { purgeDecisions } from '../purge/purge-decisions.ts'

/** Takes sessions out of lists and searches, as one record; with `purge` what they said, and what was decided on their windows, is erased. */
export function layAside(
  context: OperationContext,
  ids: readonly string[],
  purge: boolean,
): RecordId | undefined {
  // An erasure that waits is none.
  if (purge) context.writingInPlace()
  const value = {
    by: context.actor,
    purged: purge,
    // Where a store is built anew from the journal, this alone tells what must not be taken in again.
    ...(purge && { until: formatInstant(context.clock.now()) }),
  }
  const { record } = commit(context, 'session prune', false, (reader) => ({
    plan: planMarks(
      reader,
      'session prune',
      ids.map((session) => ({ session, mark: 'archive' as const, value })),
    ),
    outcome: undefined,
  }))
  if (purge) {
    const store = context.writingInPlace()
    store.transact('session prune', (writer) => {
      for (const id of ids) writer.dropMessages(id)
    })
    for (const id of ids) purgeDecisions(context, id)
    store.scrub()
  }
  return record?.id
}
