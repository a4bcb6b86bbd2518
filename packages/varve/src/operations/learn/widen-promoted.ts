import { type Entry, entryEntity, openView, planBase, revisionOf } from '@varve/core'
import { pathsInLine } from '@varve/core/stale'
import { branchesOf, commit } from '../commit.ts'
import type { OperationContext } from '../context.ts'
import { isLearned, withConflicts } from './list-learnings.ts'

/**
 * What is promoted holds for the whole project, whatever branch it was learnt on. One that names a file which
 * the default branch doesn't have waits on its branch, until the file is there or the branch is merged.
 */
export function widenPromoted(context: OperationContext): void {
  const scopes = branchesOf(context.reading()).map((branch) => `branch:${branch}`)
  if (scopes.length === 0) return
  commit(context, 'learn', false, (reader) => {
    const learnt = [...reader.entries({ visibility: 'all', scopes })].filter(isLearned)
    const found = withConflicts(openView(reader, scopes), learnt).filter(isPromoted)
    const isThere = onDefaultBranch(context, found.flatMap(pathsIn))
    const promoted = found.filter((entry) => pathsIn(entry).every(isThere))
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

/** Files of the project that a learning speaks of. */
function pathsIn({ content }: Entry): readonly string[] {
  return pathsInLine(content).filter((path) => path.includes('/'))
}

/** Tells whether the default branch has a file; where there is none to ask, nothing is missing. */
function onDefaultBranch(
  { place, git }: Pick<OperationContext, 'place' | 'git'>,
  paths: readonly string[],
): (path: string) => boolean {
  const { defaultBranch, top } = place
  if (paths.length === 0 || defaultBranch === null || defaultBranch === undefined) return () => true
  const listed = git(top, ['ls-tree', '-r', '--name-only', '-z', defaultBranch, '--', ...new Set(paths)])
  if (listed === undefined) return () => true
  const files = listed.split('\0')
  return (path) => files.some((file) => file === path || file.startsWith(`${path.replace(/\/$/, '')}/`))
}
