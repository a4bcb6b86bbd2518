import { existsSync } from 'node:fs'
import type { Issue } from '@varve/core'
import type { AgentName, Machine } from './agent.ts'
import { findHostText } from './host-files/read-host-file.ts'
import { launcherPath, launcherTargets } from './launcher.ts'

/** Hooks that start nothing, because what they start has moved. They stay silent, so nobody would see it. */
export function checkLauncher(hooked: readonly AgentName[], machine: Machine): readonly Issue[] {
  const [first] = hooked
  const text = findHostText(launcherPath(machine))
  if (first === undefined || text === undefined) return []
  const gone = launcherTargets(text).filter((path) => !existsSync(path))
  return gone.map((path) => ({
    code: 'agent_launcher_broken',
    severity: 'error',
    subjects: [path],
    message: `the hooks start ${path}, which is gone: they do nothing`,
    fix: [`varve install ${first}`],
  }))
}
