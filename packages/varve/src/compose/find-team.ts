import { statSync } from 'node:fs'
import { VarveError } from '@varve/core'
import type { Config } from '../config/config.ts'
import type { Environment } from '../project/varve-home.ts'

const READABLE_BY_OTHERS = 0o077

/** Where a team's server is, and how to come in there. */
export interface TeamAddress {
  /** Undefined where none is named. */
  readonly url: string | undefined
  /** For one that is reached over HTTP. */
  readonly token: string | undefined
}

/** The variables go before the user's own file. */
export function findTeam(env: Environment, config: () => Config, userConfigPath: string): TeamAddress {
  const [url, token] = [env.VARVE_TEAM_URL || undefined, env.VARVE_TEAM_TOKEN || undefined]
  if (url !== undefined && (token !== undefined || !/^https?:/.test(url))) return { url, token }
  const { team } = config()
  const isFromFile =
    (url === undefined && team.url !== undefined) || (token === undefined && team.token !== undefined)
  if (isFromFile) refuseReadable(userConfigPath)
  // A token goes to the server that stands beside it in the file, and to none that an environment names.
  const isItsServer = url === undefined || url === team.url
  return { url: url ?? team.url, token: token ?? (isItsServer ? team.token : undefined) }
}

/** A file with a password in it is its owner's alone. Windows keeps no such modes. */
function refuseReadable(path: string): void {
  if (process.platform === 'win32' || (statSync(path).mode & READABLE_BY_OTHERS) === 0) return
  throw new VarveError(
    'config_invalid',
    `${path} says how to log in to the team's server, and others may read it`,
    {
      subjects: ['team'],
      fix: [`chmod 600 ${JSON.stringify(path)}`],
    },
  )
}
