import { fileURLToPath } from 'node:url'
import { type RunningProcess, type Sandbox, startProcess } from '../sandbox.ts'

const MAIN = fileURLToPath(new URL('./worker.ts', import.meta.url))

export interface Worker {
  readonly child: RunningProcess['child']
  /** Settles when it says its first line. */
  readonly spoke: Promise<void>
  readonly ended: Promise<WorkerResult>
}

export interface WorkerResult {
  readonly status: number | null
  /** Whole lines only: what a killed process was about to say is none. */
  readonly lines: readonly string[]
  readonly stderr: string
}

/** Starts a process that uses Varve as a library in the sandbox's project. */
export function startWorker(sandbox: Sandbox, ...args: readonly string[]): Worker {
  const { child, ended } = startProcess(process.execPath, ['--conditions=varve-source', MAIN, ...args], {
    cwd: sandbox.project,
    env: sandbox.env,
  })
  const spoke = new Promise<void>((resolve) => child.stdout?.once('data', () => resolve()))
  return {
    child,
    spoke: Promise.race([spoke, ended.then(() => {})]),
    ended: ended.then(({ status, stdout, stderr }) => ({
      status,
      lines: stdout.split('\n').slice(0, -1),
      stderr,
    })),
  }
}
