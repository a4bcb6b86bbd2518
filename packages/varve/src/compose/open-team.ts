import { VarveError } from '@varve/core'
import type { Identity, TeamGateway, TeamServer } from '@varve/core/sync'
import { openGateway, openTeam as openPostgres, schemaScript } from '@varve/store-postgres'
import type { TeamTimes } from '../operations/context.ts'
import type { TeamAddress } from './find-team.ts'

// Loaded where a team is asked for, and nowhere else: the driver costs a start more than all the rest.

/** Opens a connection to the server that an address names: a database, or a server in front of one. */
export async function openTeam(
  { url, token }: TeamAddress,
  project: string,
  times: TeamTimes = {},
): Promise<TeamServer> {
  if (url === undefined) throw noTeam()
  if (IS_POSTGRES.test(url)) return openPostgres(url, project, times)
  if (/^https?:\/\//.test(url)) {
    const { openHttpTeam } = await import('../team/client/open-http-team.ts')
    return openHttpTeam(url, project, { ...times, token, wait })
  }
  throw new VarveError(
    'invalid_value',
    'the address of the team begins with no postgresql:// and no https://',
    {
      fix: ['VARVE_TEAM_URL=postgresql://user:password@host/database varve team status'],
    },
  )
}

/** The way to a team's database for people who show tokens. */
export function openTeamGateway({ url }: TeamAddress): TeamGateway {
  if (url === undefined) throw noTeam()
  if (IS_POSTGRES.test(url)) return openGateway(url)
  throw new VarveError(
    'invalid_value',
    'what serves a team asks its database: the address begins with no postgresql://',
    {
      fix: ['VARVE_TEAM_URL=postgresql://gateway:password@host/database varve serve --team'],
    },
  )
}

const IS_POSTGRES = /^postgres(?:ql)?:\/\//

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function noTeam(): VarveError {
  return new VarveError(
    'team_missing',
    'no server of a team is named: VARVE_TEAM_URL, or team.url in your configuration',
    {
      fix: ['VARVE_TEAM_URL=postgresql://user:password@host/database varve team status'],
    },
  )
}

export async function teamScript(identity: Identity): Promise<string> {
  return schemaScript(identity)
}
