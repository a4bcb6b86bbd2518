import { VarveError } from '@varve/core'
import type { TeamGateway } from '@varve/core/sync'
import type { OperationContext, ServeRequest, ServeTeamRequest } from '../operations/context.ts'
import type { TeamAddress } from './find-team.ts'

/** What only a process of its own can do. */
export interface Servers {
  serveTools?(request: ServeRequest): Promise<void>
  servePage?(port: number): Promise<void>
  serveTeam?(request: ServeTeamRequest, gateway: TeamGateway): Promise<void>
}

/** Serves by what the surface brings along, or says which command does. */
export function serving(
  servers: Servers,
  team: () => TeamAddress,
): Pick<OperationContext, 'serveTools' | 'servePage' | 'serveTeam'> {
  return {
    async serveTools(request) {
      if (!servers.serveTools) throw onlyTheCommand('varve mcp')
      await servers.serveTools(request)
    },
    async servePage(port) {
      if (!servers.servePage) throw onlyTheCommand('varve ui')
      await servers.servePage(port)
    },
    async serveTeam(request) {
      const { openTeamGateway } = await import('./open-team.ts')
      const gateway = openTeamGateway(team())
      if (!servers.serveTeam) throw onlyTheCommand('varve serve --team')
      await servers.serveTeam(request, gateway)
    },
  }
}

function onlyTheCommand(command: string): VarveError {
  return new VarveError('usage', 'only the command serves', { fix: [command] })
}
