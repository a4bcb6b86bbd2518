import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { HookProgram, Machine } from '../agents/agent.ts'
import { OPERATIONS } from '../operations/table.ts'
import { type Environment, userHome, varveHome } from '../project/varve-home.ts'

/** The process that an install runs in. */
export interface MachineSource {
  readonly cwd: string
  readonly env: Environment
  /** The file that was started; undefined where we are a library. */
  readonly program: string | undefined
  projectTop(): string
}

/** What agents are told of this computer, and what of this build they can start. */
export function readMachine({ cwd, env, program, projectTop }: MachineSource): Machine {
  return {
    env,
    platform: process.platform,
    userHome: userHome(env),
    varveHome: varveHome(cwd, env),
    get projectTop() {
      return projectTop()
    },
    node: process.execPath,
    hookProgram: findHookProgram(program),
    hasMcp: OPERATIONS.some(({ name }) => name === 'mcp'),
  }
}

/** Beside the command: a program of its own, because a hook has no time to load the rest. */
const HOOK_PROGRAM = 'hook.mjs'

function findHookProgram(program: string | undefined): HookProgram | undefined {
  if (program === undefined || !existsSync(program)) return undefined
  const path = join(dirname(realpathSync(program)), HOOK_PROGRAM)
  return existsSync(path) ? { path, words: [] } : undefined
}
