import type { Issue } from '@varve/core'
import { checkAgents, listInstallations } from '../../agents/check-agents.ts'
import { readInstalls } from '../../agents/record/install-record.ts'
import type { OperationContext } from '../context.ts'
import { startHooks } from './start-hooks.ts'
import { startServer } from './start-server.ts'

/** Whether what was installed in agents is still there, as it should be, and starts. */
export function checkInstalledAgents({ machine }: OperationContext): readonly Issue[] {
  const installs = readInstalls(machine.varveHome)
  const installations = listInstallations(machine, installs)
  return [
    ...checkAgents(machine, installs),
    ...(machine.hookProgram === undefined ? [] : startHooks(installations, machine)),
    ...(machine.hasMcp ? startServer(installations, machine) : []),
  ]
}
