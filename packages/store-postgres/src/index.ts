export { Connection, type ConnectOptions } from './connection.ts'
export { openTeam, type TeamServer } from './open-team.ts'
export { createPostgresCarrier, type PostgresCarrier } from './postgres-carrier.ts'
export { migrate, NEWEST, schemaVersion } from './schema/migrate.ts'
export { MIGRATIONS, type Migration } from './schema/migrations.ts'
export { type Identity, schemaScript } from './schema/schema-script.ts'
export {
  type Administration,
  TEAM_ROLES,
  type TeamAdministration,
  type TeamFacts,
  type TeamMember,
  type TeamRole,
} from './team-administration.ts'
