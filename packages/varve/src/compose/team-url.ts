import { statSync } from 'node:fs'
import { VarveError } from '@varve/core'
import type { Config } from '../config/config.ts'
import type { Environment } from '../project/varve-home.ts'

const READABLE_BY_OTHERS = 0o077

/** Where the team's server is, and how to log in there; undefined where none is named. */
export function findTeamUrl(
  env: Environment,
  config: () => Config,
  userConfigPath: string,
): string | undefined {
  if (env.VARVE_TEAM_URL) return env.VARVE_TEAM_URL
  const { url } = config().team
  if (url !== undefined) refuseReadable(userConfigPath)
  return url
}

/** A file with a password in it is its owner's alone. Windows keeps no such modes. */
function refuseReadable(path: string): void {
  if (process.platform === 'win32' || (statSync(path).mode & READABLE_BY_OTHERS) === 0) return
  throw new VarveError(
    'config_invalid',
    `${path} says how to log in to the team's server, and others may read it`,
    {
      subjects: ['team.url'],
      fix: [`chmod 600 ${JSON.stringify(path)}`],
    },
  )
}
