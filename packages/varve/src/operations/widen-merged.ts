import { entryEntity, planBase, revisionOf, type StoreReader } from '@varve/core'
import { branchesOf, commit } from './commit.ts'
import type { OperationContext } from './context.ts'

/**
 * What was known on a branch holds for the project once the branch is merged: a change like any other,
 * made by the first command that sees the merge.
 */
export function widenMerged(context: OperationContext): void {
  const { place } = context
  if (place.commonDir === null || place.defaultBranch === null) return
  const merged = context.mergedBranches(branchesOf(context.reading()))
  if (merged.length === 0) return
  commit(context, 'widen', false, (reader) => ({ plan: planWiden(reader, merged), outcome: undefined }))
}

function planWiden(reader: StoreReader, branches: readonly string[]) {
  const scopes = branches.map((branch) => `branch:${branch}`)
  const entries = [...reader.entries({ visibility: 'all', scopes })].filter(({ purged }) => !purged)
  return {
    stage: 'edit' as const,
    command: `widen ${branches.join(' ')}`,
    reason: 'merged into the default branch',
    operations: entries.flatMap((entry) => revisionOf(entry, { set: { scope: 'project' } }) ?? []),
    base: planBase(
      reader,
      entries.map(({ id }) => entryEntity(id)),
    ),
  }
}
