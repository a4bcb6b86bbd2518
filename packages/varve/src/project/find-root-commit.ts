import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { byText } from '@varve/core'
import { runGit, withoutGitVariables } from './run-git.ts'
import type { Environment } from './varve-home.ts'

/**
 * The smallest root commit of a repository's branches, which all its copies share; undefined before
 * the first commit. Notes and stashes are left out: they have roots of their own that come and go.
 */
export function findRootCommit(commonDir: string, env: Environment): string | undefined {
  if (!hasBranches(commonDir)) return undefined
  const args = ['--git-dir', commonDir, 'rev-list', '--max-parents=0', '--branches', '--remotes']
  const roots = runGit(commonDir, args, withoutGitVariables(env)) ?? ''
  return roots
    .split(/\r?\n/)
    .filter((line) => /^[0-9a-f]{40,64}$/.test(line))
    .sort(byText)[0]
}

/** False only where it is plain that there is no commit, so that a fresh repository needs no git process. */
function hasBranches(commonDir: string): boolean {
  if (['packed-refs', 'reftable', 'refs/remotes'].some((name) => existsSync(join(commonDir, name))))
    return true
  try {
    return readdirSync(join(commonDir, 'refs', 'heads')).length > 0
  } catch {
    return true
  }
}
