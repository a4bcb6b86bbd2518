import type { Issue } from '@varve/core'
import { checkAgents } from '../../agents/check-agents.ts'
import { readInstalls } from '../../agents/record/install-record.ts'
import type { OperationContext } from '../context.ts'

/** Whether what was installed in agents is still there, as it should be, and leads somewhere. */
export function checkInstalledAgents({ machine }: OperationContext): readonly Issue[] {
  return checkAgents(machine, readInstalls(machine.varveHome))
}
