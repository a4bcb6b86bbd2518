import type { ProjectPlace } from '../project/project-place.ts'
import type { Environment } from '../project/varve-home.ts'
import { WorkerMark } from '../project/worker-mark.ts'
import { findCommand, startCommand } from './start-command.ts'

/** Starts the process that takes in what lies in the spool, unless one is at it. */
export function startWorker({ dataDir }: ProjectPlace, cwd: string, env: Environment): void {
  if (findCommand(cwd, env) === undefined) return
  const mark = new WorkerMark(dataDir)
  if (!mark.take(Date.now())) return
  const child = startCommand(['session', 'sync', '--quiet'], cwd, env)
  child?.on('error', () => mark.drop())
  if (child?.pid !== undefined) mark.name(child.pid)
}
