import { type Entry, entryEntity, planBase, revisionOf } from '@varve/core'
import { branchesOf, commit } from '../commit.ts'
import type { OperationContext } from '../context.ts'

/** What is promoted holds for the whole project, whatever branch it was learnt on. */
export function widenPromoted(context: OperationContext): void {
  const scopes = branchesOf(context.reading()).map((branch) => `branch:${branch}`)
  if (scopes.length === 0) return
  commit(context, 'learn', false, (reader) => {
    const promoted = [...reader.entries({ visibility: 'all', scopes })].filter(isPromoted)
    return {
      plan: {
        stage: 'learn',
        command: 'learn',
        reason: 'promoted',
        operations: promoted.flatMap((entry) => revisionOf(entry, { set: { scope: 'project' } }) ?? []),
        base: planBase(
          reader,
          promoted.map(({ id }) => entryEntity(id)),
        ),
      },
      outcome: undefined,
    }
  })
}

function isPromoted({ learning, state }: Entry): boolean {
  return learning?.status === 'promoted' && state === 'active'
}
