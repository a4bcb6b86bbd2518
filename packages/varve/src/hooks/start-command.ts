import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Environment } from '../project/varve-home.ts'

/** Starts a command of Varve that nothing waits for; undefined where none may be started. */
export function startCommand(
  words: readonly string[],
  cwd: string,
  env: Environment,
): ChildProcess | undefined {
  const found = findCommand(cwd, env)
  if (found === undefined) return undefined
  const child = process.getBuiltinModule('node:child_process').spawn(found.node, [found.program, ...words], {
    cwd,
    env: { ...env, VARVE_VIA: 'hook' },
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
  })
  // A process that can't be started is no reason to fail.
  child.on('error', () => {})
  child.unref()
  return child
}

/** The command beside the program that runs now, where one may be started from here. */
export function findCommand(
  cwd: string,
  env: Environment,
): { readonly node: string; readonly program: string } | undefined {
  const [node = process.execPath, own = ''] = process.argv
  const program = join(dirname(own), 'varve.mjs')
  return env.VARVE_NO_WORKER === '1' || !existsSync(program) || !existsSync(cwd)
    ? undefined
    : { node, program }
}
