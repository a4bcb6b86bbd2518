import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))

export interface ChildResult {
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Starts a process of `main.ts`; `shell` puts a command of the shell before it, such as a limit. */
export function startChild(args: readonly string[], shell?: string): ChildProcess {
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env
  const command = [process.execPath, '--conditions=varve-source', '--experimental-strip-types', MAIN, ...args]
  if (shell === undefined) return spawn(process.execPath, command.slice(1), { env })
  return spawn('sh', ['-c', `${shell} && exec "$@"`, 'sh', ...command], { env })
}

/** Waits for its end. */
export function resultOf(child: ChildProcess): Promise<ChildResult> {
  return new Promise((resolve, reject) => {
    let stdout = ''
    let stderr = ''
    child.stdout?.on('data', (chunk) => {
      stdout += String(chunk)
    })
    child.stderr?.on('data', (chunk) => {
      stderr += String(chunk)
    })
    child.on('error', reject)
    child.on('close', (exitCode) => resolve({ exitCode, stdout, stderr: withoutNotice(stderr) }))
  })
}

// What Node 22 says of every TypeScript file that it runs; ours to hold back is the one about SQLite.
function withoutNotice(stderr: string): string {
  return stderr.replace(/^.*Type Stripping is an experimental feature.*\n.*--trace-warnings.*\n/gm, '')
}

/** Waits until it says something. */
export function firstWord(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.stdout?.once('data', (chunk) => resolve(String(chunk).trim()))
  })
}

export function runChild(args: readonly string[], shell?: string): Promise<ChildResult> {
  return resultOf(startChild(args, shell))
}
