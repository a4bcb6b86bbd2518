import { randomUUID } from 'node:crypto'
import { entryId, type JournalRecord } from '@varve/core'
import { buildAdd, buildRecord } from '@varve/core/testing'
import { beforeAll, expect, test } from 'vitest'
import { createTeamDatabase, type TeamDatabase } from '../../../test/team/server/team-database.ts'
import type { Connection } from '../src/connection.ts'
import { createPostgresJournal } from '../src/postgres-journal.ts'

const NO_CHANGE = { rows: [], gone: [] }

let database: TeamDatabase
let alice: Connection

beforeAll(async () => {
  database = await createTeamDatabase(['alice'])
  alice = await database.connect('alice')
})

async function project(): Promise<string> {
  const id = randomUUID()
  await alice.rows('select varve.create_project($1, $2)', [id, 'acme'])
  return id
}

/** What a purge of its first entry leaves of a record. */
function erased(record: JournalRecord): JournalRecord {
  const [, ...rest] = record.operations
  const first = { op: 'erased', was: 'entry.add', id: entryId('a'), digest: '0'.repeat(64) } as const
  return { ...record, operations: [first, ...rest] }
}

async function purges(of: string): Promise<readonly object[]> {
  const rows = await alice.rows<{ detail: object }>(
    `select detail from varve.administration where project_id = $1 and action = 'purge' order by n`,
    [of],
  )
  return rows.map(({ detail }) => detail)
}

test('a record is erased where it lies now: after a restore its number may be another’s', async () => {
  const id = await project()
  const [mine, other] = [1, 2].map((n) => buildRecord(n, [buildAdd('a', `Text ${n}`)], { project: id }))
  if (mine === undefined || other === undefined) throw new Error('no records')
  const journal = createPostgresJournal(alice, id, 'test')
  await journal.append(0, [other], NO_CHANGE)
  expect(await journal.erase([{ at: 1, record: erased(mine) }])).toBe(true)
  expect([(await journal.page(0)).map(({ value }) => value), await purges(id)]).toEqual([[other], []])
  await journal.append(1, [mine], NO_CHANGE)
  expect(await journal.erase([{ at: 1, record: erased(mine) }])).toBe(true)
  expect((await journal.page(0)).map(({ value }) => value)).toEqual([other, erased(mine)])
  expect(await purges(id)).toEqual([{ seq: 2 }])
})

test('what a database of JSON can’t hold is erased once, and is then due no more', async () => {
  const id = await project()
  const operations = [buildAdd('a', 'a NUL \0'), buildAdd('b', 'another \0')]
  const record = buildRecord(1, operations, { project: id })
  const journal = createPostgresJournal(alice, id, 'test')
  await journal.append(0, [record], NO_CHANGE)
  for (let times = 0; times < 2; times += 1) await journal.erase([{ at: 1, record: erased(record) }])
  expect((await journal.page(0)).map(({ value }) => value)).toEqual([erased(record)])
  expect(await purges(id)).toEqual([{ seq: 1 }])
})
