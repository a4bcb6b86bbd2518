import { VarveError } from '@varve/core'
import { Connection, type ConnectOptions } from './connection.ts'
import { createPostgresCarrier, type PostgresCarrier } from './postgres-carrier.ts'
import { migrate, NEWEST, refuseNewer, schemaVersion } from './schema/migrate.ts'
import type { Identity } from './schema/schema-script.ts'
import { createTeamAdministration, type TeamAdministration } from './team-administration.ts'

export interface TeamServer {
  /** `host:port/database`. */
  readonly place: string
  readonly administration: TeamAdministration
  /** Makes or upgrades the schema; the versions that were made. */
  install(identity: Identity): Promise<readonly number[]>
  /** Throws where the schema is missing, older than this program needs, or newer than it knows. */
  carrier(): Promise<PostgresCarrier>
  close(): Promise<void>
}

/** Opens a connection to a team's server, as whoever the address names. */
export async function openTeam(
  url: string,
  project: string,
  options: ConnectOptions = {},
): Promise<TeamServer> {
  const connection = await Connection.open(url, options)
  return {
    place: connection.place,
    administration: createTeamAdministration(connection, project),
    install: (identity) => migrate(connection, identity),
    async carrier() {
      await checkSchema(connection)
      const [server] = await connection.rows<{ id: string }>('select id from varve.server')
      return createPostgresCarrier(connection, project, server?.id ?? connection.place)
    },
    close: () => connection.close(),
  }
}

async function checkSchema(connection: Connection): Promise<void> {
  const version = await schemaVersion(connection)
  if (version === undefined) {
    throw new VarveError('team_missing', `${connection.place} has no schema of Varve's`, {
      fix: ['varve team create <name>'],
    })
  }
  refuseNewer(version)
  if (version < NEWEST) {
    throw new VarveError(
      'team_missing',
      `${connection.place} has schema ${version}; this Varve needs ${NEWEST}`,
      {
        fix: ['varve team create --sql', 'varve team create <name>'],
      },
    )
  }
}
