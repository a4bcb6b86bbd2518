import { randomUUID } from 'node:crypto'
import { PAGE_BYTES } from '@varve/core/sync'
import { buildAdd, buildRecord } from '@varve/core/testing'
import { beforeAll, expect, test } from 'vitest'
import { createTeamDatabase, type TeamDatabase } from '../../../test/team/server/team-database.ts'
import { Connection } from '../src/connection.ts'
import { createPostgresJournal } from '../src/postgres-journal.ts'
import { migrate, NEWEST } from '../src/schema/migrate.ts'
import { MIGRATIONS } from '../src/schema/migrations.ts'
import { append, record } from './appends.ts'

let database: TeamDatabase
let alice: Connection

beforeAll(async () => {
  database = await createTeamDatabase(['alice', 'bob'])
  alice = await database.connect('alice')
})

async function project(): Promise<string> {
  const id = randomUUID()
  await alice.rows('select varve.create_project($1, $2)', [id, 'acme'])
  return id
}

test('a page ends where it weighs enough, and a single record comes whatever it weighs', async () => {
  const id = await project()
  const sizes = [100, 1_500_000, 2_000_000, 900_000, 6_000_000, 100, 100]
  for (const [n, size] of sizes.entries()) await append(alice, id, n, [record(id, n, 0xaa, 'x'.repeat(size))])
  const journal = createPostgresJournal(alice, id, 'test')
  const pages: number[][] = []
  for (let after = 0; after < sizes.length; after = pages.flat().length) {
    const page = await journal.page(after)
    expect(page.length === 1 || JSON.stringify(page).length < PAGE_BYTES * 1.01).toBe(true)
    pages.push(page.map(({ at }) => Number(at)))
  }
  expect(pages).toEqual([[1, 2, 3], [4], [5], [6, 7]])
})

test('a record that is dated further than a database can write down is kept as it says', async () => {
  const id = await project()
  const far = [Date.UTC(10_000, 0, 1), 2 ** 48 - 1].map((wall, n) =>
    buildRecord(n, [buildAdd(`e${n}`, 'Far')], { project: id, clock: { wall } }),
  )
  const journal = createPostgresJournal(alice, id, 'test')
  expect(await journal.append(0, far, { rows: [], gone: [] })).toBe(far.length)
  expect((await journal.page(0)).map(({ value }) => value)).toEqual(JSON.parse(JSON.stringify(far)))
})

test('what is there already is refused in words, and not as a fault of the program', async () => {
  const id = await project()
  await append(alice, id, 0, [record(id, 1)])
  await expect(append(alice, id, 1, [record(id, 1)])).rejects.toMatchObject({
    code: 'team_refused',
    message: /has a record of that id/,
    fix: ['varve knowledge sync --full'],
  })
  const bob = await database.connect('bob')
  await expect(bob.rows('select varve.create_project($1, $2)', [id, 'mine'])).rejects.toMatchObject({
    code: 'team_refused',
    message: /doesn't let you in/,
  })
})

test('where no secure connection comes about, it is said why', async () => {
  const url = new URL(database.urlOf('alice'))
  url.searchParams.set('sslmode', 'verify-full')
  await expect(Connection.open(url.href)).rejects.toMatchObject({
    code: 'team_unreachable',
    message: /does not support SSL/,
  })
})

test('what ends an installation is what is told, though its lock went with the connection', async () => {
  const { url } = await createTeamDatabase([])
  const own = await Connection.open(url)
  const fatal = { version: NEWEST + 1, sql: 'select pg_terminate_backend(pg_backend_pid());' }
  await expect(migrate(own, 'role', [...MIGRATIONS, fatal])).rejects.toMatchObject({
    message: /terminating connection/,
  })
  await own.close()
})
