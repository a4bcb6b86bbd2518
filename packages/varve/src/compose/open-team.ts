import { VarveError } from '@varve/core'
import type { Identity, TeamServer } from '@varve/core/sync'
import { openTeam as openPostgres, schemaScript } from '@varve/store-postgres'
import type { TeamTimes } from '../operations/context.ts'

// Loaded where a team is asked for, and nowhere else: the driver costs a start more than all the rest.

/** Opens a connection to the server that an address names. */
export async function openTeam(
  url: string | undefined,
  project: string,
  times: TeamTimes = {},
): Promise<TeamServer> {
  if (url === undefined) {
    throw new VarveError(
      'team_missing',
      'no server of a team is named: VARVE_TEAM_URL, or team.url in your configuration',
      {
        fix: ['VARVE_TEAM_URL=postgresql://user:password@host/database varve team status'],
      },
    )
  }
  if (/^postgres(?:ql)?:\/\//.test(url)) return openPostgres(url, project, times)
  throw new VarveError('invalid_value', 'the address of the team begins with no postgresql://', {
    fix: ['VARVE_TEAM_URL=postgresql://user:password@host/database varve team status'],
  })
}

export async function teamScript(identity: Identity): Promise<string> {
  return schemaScript(identity)
}
