import type { Issue } from '@varve/core'
import { checkAgents, listInstallations } from '../../agents/check-agents.ts'
import { readInstalls } from '../../agents/record/install-record.ts'
import type { OperationContext } from '../context.ts'
import { startHooks } from './start-hooks.ts'

/** Whether what was installed in agents is still there, as it should be, and starts. */
export function checkInstalledAgents({ machine }: OperationContext): readonly Issue[] {
  const installs = readInstalls(machine.varveHome)
  return [
    ...checkAgents(machine, installs),
    ...(machine.hookProgram === undefined ? [] : startHooks(listInstallations(machine, installs), machine)),
  ]
}
