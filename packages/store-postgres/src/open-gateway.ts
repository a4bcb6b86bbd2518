import type { TeamGateway } from '@varve/core/sync'
import { Connection, type ConnectOptions } from './connection.ts'
import { ConnectionPool } from './connection-pool.ts'
import { openJournal } from './open-team.ts'
import { createTeamAdministration } from './team-administration.ts'

const CONNECTIONS = 10

/** Opens the way to a team's server for people who show tokens. The address is that of a gateway's own login. */
export function openGateway(url: string, options: ConnectOptions = {}): TeamGateway {
  const pool = new ConnectionPool(CONNECTIONS, () => Connection.open(url, options))
  const say = (connection: Connection, claims: string) =>
    connection.rows(`select set_config('request.jwt.claims', $1, false)`, [claims])
  return {
    holder: (project, sha256) =>
      pool.use(async (connection) => {
        const [row] = await connection.rows<{ user: string | null }>(
          'select varve.token_holder($1, $2) as user',
          [project, sha256],
        )
        return row?.user ?? undefined
      }),
    as: (project, user, work) =>
      pool.use(async (connection) => {
        // Never without a name: what a connection was told before doesn't count.
        await say(connection, JSON.stringify({ sub: user }))
        try {
          return await work({
            journal: await openJournal(connection, project),
            administration: createTeamAdministration(connection, project),
          })
        } finally {
          await say(connection, '').catch(() => {})
        }
      }),
    check: () => pool.use(async (connection) => void (await connection.rows('select 1'))),
    close: () => pool.close(),
  }
}
