import { randomUUID } from 'node:crypto'
import { Connection, migrate } from '@varve/store-postgres'
import pg from 'pg'
import { afterAll, inject } from 'vitest'

/** A database of a test file's own, with the schema in it. */
export interface TeamDatabase {
  /** As its superuser. */
  readonly admin: Connection
  readonly url: string
  /** As a role that may log in. */
  urlOf(role: string): string
  connect(role: string): Promise<Connection>
}

// Roles are of the whole server: names of one run don't meet those of another.
const RUN = randomUUID().slice(0, 8)

/** The login role that a test calls by this name. */
export function roleName(name: string): string {
  return `${name}_${RUN}`
}

/** Makes a database, and roles: those of `members` may use the schema, `others` may only log in. */
export async function createTeamDatabase(
  members: readonly string[],
  others: readonly string[] = [],
  {
    server = inject('postgresUrl'),
    whenOver = afterAll,
  }: { readonly server?: string; readonly whenOver?: (work: () => Promise<void>) => void } = {},
): Promise<TeamDatabase> {
  const name = `varve_${randomUUID().replaceAll('-', '')}`
  await once(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const admin = await Connection.open(url.href)
  await migrate(admin, 'role')
  for (const role of [...members, ...others]) {
    await admin.run(
      `do $$ begin create role ${roleName(role)} login; exception when duplicate_object or unique_violation then null; end $$`,
    )
  }
  for (const role of members) await admin.run(`grant varve_app to ${roleName(role)}`)
  const opened: Connection[] = [admin]
  const urlOf = (role: string): string => {
    const own = new URL(url)
    own.username = roleName(role)
    own.password = ''
    return own.href
  }
  whenOver(async () => {
    for (const each of opened) await each.close()
    await once(server, `drop database if exists ${name} with (force)`)
  })
  return {
    admin,
    url: url.href,
    urlOf,
    async connect(role) {
      const connection = await Connection.open(urlOf(role))
      opened.push(connection)
      return connection
    },
  }
}

async function once(server: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(sql)
  } catch (error) {
    // A server that a test has ended takes its databases along.
    if (!sql.startsWith('drop')) throw error
  } finally {
    await client.end().catch(() => {})
  }
}
