import { randomUUID } from 'node:crypto'
import { applyPlan, type Store, VarveError } from '@varve/core'
import { exchangeRecords } from '@varve/core/sync'
import { buildAdd, createMemoryStore } from '@varve/core/testing'
import { Connection, openTeam } from '@varve/store-postgres'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { faultyLink } from './server/faulty-link.ts'
import { startPostgres } from './server/start-postgres.ts'
import { createTeamDatabase, type TeamDatabase } from './server/team-database.ts'

const RECORDS = 120
const patience = {
  now: () => Date.now(),
  wait: (ms: number) => new Promise<void>((r) => setTimeout(r, ms / 20)),
  random: Math.random,
}

let database: TeamDatabase

beforeAll(async () => {
  database = await createTeamDatabase(['alice'])
})

/** A replica with records that nobody has yet. */
function replica(project: string, records = RECORDS, client = '00000000000000a1'): Store {
  const store = createMemoryStore({ project, client })
  for (let n = 0; n < records; n += 1) {
    const plan = {
      stage: 'edit',
      command: 'test',
      base: [],
      operations: [buildAdd(`${client}-${n}`, `Text ${n}`)],
    } as const
    store.transact('add', (writer) =>
      applyPlan(writer, plan, { actor: 'alice', via: 'library', branch: null, now: 1_000_000 + n }),
    )
  }
  return store
}

async function newProject(connection: Connection): Promise<string> {
  const project = randomUUID()
  await connection.rows('select varve.create_project($1, $2)', [project, 'acme'])
  return project
}

async function sync(store: Store, url: string) {
  const server = await openTeam(url, store.project, { connectTimeoutMs: 5000, statementTimeoutMs: 5000 })
  try {
    return await exchangeRecords(store, await server.carrier(), 'both', patience)
  } finally {
    await server.close()
  }
}

const MOST_TRIES = 300

/** Tries as long as a server may take to come back; what fails must fail as what can't be reached. */
async function persist(store: Store, url: string): Promise<number> {
  for (let failures = 0; ; failures += 1) {
    try {
      await sync(store, url)
      return failures
    } catch (error) {
      if (!VarveError.isInstance(error)) throw error
      expect(['team_unreachable', 'internal', 'busy']).toContain(error.code)
      if (failures === MOST_TRIES) throw error
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}

async function expectWhole(connection: Connection, store: Store): Promise<void> {
  const rows = await connection.rows<{ seq: string; plan_id: string }>(
    'select seq, plan_id from varve.journal where project_id = $1 order by seq',
    [store.project],
  )
  expect(rows.map(({ seq }) => Number(seq))).toEqual(rows.map((_, index) => index + 1))
  expect(rows.map(({ plan_id }) => plan_id).sort()).toEqual(store.records({}).map(({ id }) => id))
}

test('a link that is cut anywhere, or sends a packet twice, loses no record and doubles none [SL-84] [RS-85]', async () => {
  const alice = await database.connect('alice')
  for (const [fault, bytes] of [
    ['cutAfter', 200],
    ['cutAfter', 20_000],
    ['cutAfter', 60_000],
    ['cutAnswersAfter', 300],
    ['cutAnswersAfter', 600],
    ['cutAnswersAfter', 700],
    ['repeatAt', 300],
    ['repeatAt', 900],
    ['repeatAt', 1500],
    ['repeatAt', 30_000],
    ['repeatAt', 60_000],
  ] as const) {
    const url = new URL(database.urlOf('alice'))
    const link = await faultyLink({ host: url.hostname, port: Number(url.port) })
    url.port = String(link.port)
    link[fault] = bytes
    const store = replica(await newProject(alice))
    await sync(store, url.href).catch((error: unknown) => expect(VarveError.isInstance(error)).toBe(true))
    link[fault] = undefined
    await persist(store, url.href)
    await expectWhole(alice, store)
    expect(await sync(store, url.href)).toMatchObject({ pushed: 0, taken: [] })
  }
})

test('a server that loses its power in the middle of appends keeps what it said it has, and the next sync completes [SL-74]', async () => {
  const server = await startPostgres()
  onTestFinished(() => server.remove())
  const own = await createTeamDatabase(['alice'], [], { server: server.url, whenOver: onTestFinished })
  const project = await newProject(await own.connect('alice'))
  const stores = [1, 2, 3, 4].map((n) => replica(project, 100, `00000000000000b${n}`))
  const running = stores.map((store) => persist(store, own.urlOf('alice')))
  await server.kill()
  await server.start()
  await Promise.all(running)
  for (const store of stores) await persist(store, own.urlOf('alice'))
  const again = await Connection.open(own.urlOf('alice'))
  for (const store of stores) await expectWhole(again, store)
  await again.close()
})

test('a hundred records over a slow link take a few round trips, and not one each', async () => {
  const alice = await database.connect('alice')
  const url = new URL(database.urlOf('alice'))
  const link = await faultyLink({ host: url.hostname, port: Number(url.port) })
  url.port = String(link.port)
  link.delayMs = 5
  const store = replica(await newProject(alice), 100)
  expect(await sync(store, url.href)).toMatchObject({ pushed: 100 })
  expect(link.packets).toBeLessThan(40)
  await expectWhole(alice, store)
})
