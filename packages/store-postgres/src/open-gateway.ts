import { VarveError } from '@varve/core'
import type { TeamGateway } from '@varve/core/sync'
import { Connection, type ConnectOptions } from './connection.ts'
import { ConnectionPool } from './connection-pool.ts'
import { checkSchema, openJournal } from './open-team.ts'
import { createTeamAdministration } from './team-administration.ts'

const CONNECTIONS = 10
/** A member of nothing: whom a gateway can name as well as anybody. */
const NOBODY = 'varve-nobody'

/** Opens the way to a team's server for people who show tokens. The address is that of a gateway's own login. */
export function openGateway(url: string, options: ConnectOptions = {}): TeamGateway {
  const pool = new ConnectionPool(CONNECTIONS, () => Connection.open(url, options))
  const say = (connection: Connection, claims: string) =>
    connection.rows(`select set_config('request.jwt.claims', $1, false)`, [claims])
  /** The server believes only a gateway's own login: with any other it would act as that login, for everybody. */
  const sayMember = async (connection: Connection, user: string) => {
    // Never without a name: what a connection was told before doesn't count.
    await say(connection, JSON.stringify({ sub: user }))
    const [row] = await connection.rows<{ user: string | null }>('select varve.uid() as user')
    if (row?.user !== user) throw noGateway(connection.place)
  }
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
        await sayMember(connection, user)
        try {
          return await work({
            journal: await openJournal(connection, project),
            administration: createTeamAdministration(connection, project),
          })
        } finally {
          await say(connection, '').catch(() => {})
        }
      }),
    check: () =>
      pool.use(async (connection) => {
        await checkSchema(connection)
        await sayMember(connection, NOBODY)
        await say(connection, '')
      }),
    close: () => pool.close(),
  }
}

function noGateway(place: string): VarveError {
  return new VarveError('team_refused', `the login at ${place} is no gateway's: it can't ask for others`, {
    fix: [`psql -c "create role gate login password '…'; grant varve_gateway to gate"`],
  })
}
