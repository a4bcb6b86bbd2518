import { randomUUID } from 'node:crypto'
import { canonicalJson } from '@varve/core'
import { createTeamCarrier, projectAll, pullRecords } from '@varve/core/sync'
import { type Connection, createPostgresJournal } from '@varve/store-postgres'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { Replica } from '../../packages/core/test/journal/world.ts'
import { runs, settle } from '../../packages/core/test/sync/converge.ts'
import { AT_ONCE, everythingOf } from '../../packages/core/test/sync/teams.ts'
import { createTeamDatabase, roleName } from './server/team-database.ts'

const MEMBERS = ['alice', 'bob', 'carol', 'dave', 'erin']
let members: readonly Connection[]

beforeAll(async () => {
  const database = await createTeamDatabase(MEMBERS)
  const opened: Connection[] = []
  for (const member of MEMBERS) opened.push(await database.connect(member))
  members = opened
})

async function newProject(): Promise<string> {
  const project = randomUUID()
  await members[0]?.rows('select varve.create_project($1, $2)', [project, 'acme'])
  for (const member of MEMBERS.slice(1)) {
    await members[0]?.rows('select varve.set_member($1, $2, $3)', [project, roleName(member), 'writer'])
  }
  return project
}

function carrierOf(project: string, index: number) {
  const connection = members[index]
  if (connection === undefined) throw new Error('no such member')
  return createTeamCarrier(createPostgresJournal(connection, project, 'test'))
}

test('replicas of a real server end up the same, and its entries are what its journal folds to [SL-77]', async () => {
  await fc.assert(
    fc.asyncProperty(runs, async (run) => {
      const project = await newProject()
      const { replicas, projection, pushedTwice } = await settle(run, (index) => carrierOf(project, index))
      const [first, ...others] = replicas.map(({ store }) => everythingOf(store))
      for (const other of others) expect(other).toBe(first)
      expect(pushedTwice).toBe(0)
      // From the journal alone, by somebody who has nothing else.
      const fresh = new Replica('z')
      await pullRecords(fresh.store, carrierOf(project, 1), { now: AT_ONCE.now() })
      expect(everythingOf(fresh.store)).toBe(first)
      expect(canonicalJson(projection)).toBe(canonicalJson(projectAll(fresh.store)))
    }),
    { numRuns: 20, seed: 20260102 },
  )
})
