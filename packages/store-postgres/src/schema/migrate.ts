import { VarveError } from '@varve/core'
import type { Identity } from '@varve/core/sync'
import type { Connection } from '../connection.ts'
import { MIGRATIONS, type Migration } from './migrations.ts'
import { ROLES, stepSql, VERSION_TABLE } from './schema-script.ts'

// Two who install at once take turns: any number will do, as long as nothing else of Varve uses it.
const INSTALL_LOCK = 0x76617276

/** The newest schema that this program knows. */
export const NEWEST = newestOf(MIGRATIONS)

/** The schema that a server has; undefined where it has none. */
export async function schemaVersion(connection: Connection): Promise<number | undefined> {
  const [found] = await connection.rows<{ there: boolean }>(
    `select to_regclass('varve.schema_version') is not null as there`,
  )
  if (found?.there !== true) return undefined
  const [row] = await connection.rows<{ version: number | null }>(
    'select max(version) as version from varve.schema_version',
  )
  return row?.version ?? 0
}

/**
 * Brings a server to the newest schema: each step in a transaction of its own, and none twice. Refuses a
 * schema of a newer program.
 */
export async function migrate(
  connection: Connection,
  identity: Identity,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<readonly number[]> {
  const done: number[] = []
  await connection.rows('select pg_advisory_lock($1)', [INSTALL_LOCK])
  try {
    await connection.transact(async () => {
      await connection.run(ROLES)
      await connection.run('set local role varve_owner')
      await connection.run(VERSION_TABLE)
    })
    const version = (await schemaVersion(connection)) ?? 0
    refuseNewer(version, newestOf(migrations))
    for (const step of migrations) {
      if (step.version <= version) continue
      await connection.transact(async () => {
        await connection.run('set local role varve_owner')
        await connection.run(stepSql(step, identity))
      })
      done.push(step.version)
    }
  } finally {
    // A connection that is gone has let go of it, and what ended it is what counts.
    await connection.rows('select pg_advisory_unlock($1)', [INSTALL_LOCK]).catch(() => {})
  }
  return done
}

/** Throws `store_newer` where a server has a schema that this program doesn't know. */
export function refuseNewer(version: number, newest = NEWEST): void {
  if (version <= newest) return
  throw new VarveError('store_newer', `the team's server has schema ${version}; this Varve knows ${newest}`, {
    fix: ['npm install --global varve@latest'],
  })
}

function newestOf(migrations: readonly Migration[]): number {
  return migrations.at(-1)?.version ?? 0
}
