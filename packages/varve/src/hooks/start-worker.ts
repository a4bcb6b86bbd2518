import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ProjectPlace } from '../project/project-place.ts'
import type { Environment } from '../project/varve-home.ts'
import { WorkerMark } from '../project/worker-mark.ts'

/** Starts the process that takes in what lies in the spool, unless one is at it; nothing waits for it. */
export function startWorker({ dataDir }: ProjectPlace, cwd: string, env: Environment): void {
  const [node = process.execPath, program = ''] = process.argv
  const command = join(dirname(program), 'varve.mjs')
  if (env.VARVE_NO_WORKER === '1' || !existsSync(command) || !existsSync(cwd)) return
  const mark = new WorkerMark(dataDir)
  if (!mark.take(Date.now())) return
  const child = process
    .getBuiltinModule('node:child_process')
    .spawn(node, [command, 'session', 'sync', '--quiet'], {
      cwd,
      env: { ...env, VARVE_VIA: 'hook' },
      detached: true,
      stdio: 'ignore',
      windowsHide: true,
    })
  // A process that can't be started is no reason to fail.
  child.on('error', () => mark.drop())
  if (child.pid !== undefined) mark.name(child.pid)
  child.unref()
}
