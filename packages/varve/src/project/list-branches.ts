import type { ProjectPlace } from './project-place.ts'
import { runGit } from './run-git.ts'
import type { Environment } from './varve-home.ts'

/** Names of the branches that a clone has; none outside a repository. */
export function listBranches({ top, commonDir }: ProjectPlace, env: Environment): ReadonlySet<string> {
  if (commonDir === null) return new Set()
  const listed = runGit(top, ['for-each-ref', '--format=%(refname:lstrip=2)', 'refs/heads'], env) ?? ''
  return new Set(listed.split('\n').filter((name) => name !== ''))
}
