import { VarveError } from '@varve/core'
import type { TeamGateway, TeamJournal } from '@varve/core/sync'
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
  return {
    holder: (project, sha256) =>
      pool.use(async (connection) => {
        const user = await connection.call<string | null>('token_holder', [project, sha256])
        return user ?? undefined
      }),
    as: (project, user, work) =>
      pool.use((connection) =>
        asMember(connection, user, async () =>
          work({
            journal: withinTransaction(connection, await openJournal(connection, project)),
            administration: createTeamAdministration(connection, project),
          }),
        ),
      ),
    check: () =>
      pool.use(async (connection) => {
        await checkSchema(connection)
        await asMember(connection, NOBODY, async () => {})
      }),
    close: () => pool.close(),
  }
}

/**
 * Works as a member, whose name ends with the transaction. The server believes only a gateway's own login:
 * with any other it would act as that login, for everybody.
 */
function asMember<T>(connection: Connection, user: string, work: () => Promise<T>): Promise<T> {
  return connection.transact(async () => {
    await connection.rows(`select set_config('request.jwt.claims', $1, true)`, [
      JSON.stringify({ sub: user }),
    ])
    if ((await connection.call<string | null>('uid', [])) !== user) throw noGateway(connection.place)
    return work()
  })
}

/** An append that comes too late is an answer, and ends no transaction. */
function withinTransaction(connection: Connection, journal: TeamJournal): TeamJournal {
  return {
    ...journal,
    async append(...call) {
      await connection.run('savepoint append')
      const head = await journal.append(...call)
      if (head === undefined) await connection.run('rollback to savepoint append')
      return head
    },
  }
}

function noGateway(place: string): VarveError {
  return new VarveError('team_refused', `the login at ${place} is no gateway's: it can't ask for others`, {
    fix: [`psql -c "create role gate login password '…'; grant varve_gateway to gate"`],
  })
}
