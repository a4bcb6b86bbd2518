import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Agent, Machine } from './agent.ts'
import { AGENTS } from './agents.ts'

/** The agents that this user has: their settings folder is there, or the command that starts them. */
export function detectAgents(machine: Machine): readonly Agent[] {
  return AGENTS.filter(
    (agent) => existsSync(agent.configFolder(machine)) || findBinary(agent, machine) !== undefined,
  )
}

/** Where the command lies that starts an agent. */
export function findBinary({ binary }: Agent, { env, platform }: Machine): string | undefined {
  const endings = platform === 'win32' ? ['.exe', '.cmd', ''] : ['']
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return folders
    .flatMap((folder) => endings.map((ending) => join(folder, binary + ending)))
    .find((path) => existsSync(path))
}
