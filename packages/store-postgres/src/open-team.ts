import { VarveError } from '@varve/core'
import { createTeamCarrier, type TeamJournal, type TeamServer } from '@varve/core/sync'
import { Connection, type ConnectOptions } from './connection.ts'
import { createPostgresJournal } from './postgres-journal.ts'
import { migrate, NEWEST, refuseNewer, schemaVersion } from './schema/migrate.ts'
import { createTeamAdministration } from './team-administration.ts'

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
    journal: () => openJournal(connection, project),
    carrier: async () => createTeamCarrier(await openJournal(connection, project)),
    close: () => connection.close(),
  }
}

/** The journal of a project; throws where the schema is missing, older than this program needs, or newer. */
export async function openJournal(connection: Connection, project: string): Promise<TeamJournal> {
  await checkSchema(connection)
  const [server] = await connection.rows<{ id: string }>('select id from varve.server')
  return createPostgresJournal(connection, project, server?.id ?? connection.place)
}

export async function checkSchema(connection: Connection): Promise<void> {
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
