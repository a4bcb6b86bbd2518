import { existsSync } from 'node:fs'
import { locateProject } from '../project/locate-project.ts'
import { withoutGitVariables } from '../project/run-git.ts'
import type { Environment } from '../project/varve-home.ts'
import { configOf } from './context-for.ts'
import { startCommand } from './start-command.ts'

/** Has a process that git doesn't wait for look which entries the merge made untrue: by rules, with no model. */
export function afterMerge(cwd: string, env: Environment): void {
  if (env.VARVE_DISABLE === '1' || env.VARVE_SESSION === '1') return
  const own = withoutGitVariables(env)
  const place = locateProject(cwd, own)
  if (!existsSync(place.databasePath)) return
  const { enabled, compaction } = configOf(place)().memory
  if (!enabled || compaction.staleness.onMerge === 'off') return
  startCommand(['check-stale', '--since', 'ORIG_HEAD'], place.top, own)
}
