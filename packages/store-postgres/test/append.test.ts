import { randomUUID } from 'node:crypto'
import { compositeOf, recurrenceOf } from '@varve/core'
import { buildAdd, buildRecord } from '@varve/core/testing'
import { beforeAll, expect, test } from 'vitest'
import { createTeamDatabase, type TeamDatabase } from '../../../test/team/server/team-database.ts'
import type { Connection } from '../src/connection.ts'
import { HeadMoved } from '../src/server-error.ts'
import { fromPlan } from '../src/wire.ts'
import { append, record, row } from './appends.ts'

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

async function headOf(id: string, connection = alice): Promise<number> {
  const [found] = await connection.rows<{ head: string }>('select head from varve.project where id = $1', [
    id,
  ])
  return Number(found?.head)
}

async function numbers(connection: Connection, id: string, after = 0): Promise<readonly number[]> {
  const rows = await connection.rows<{ seq: string }>(
    'select seq from varve.journal where project_id = $1 and seq > $2 order by seq limit 500',
    [id, after],
  )
  return rows.map(({ seq }) => Number(seq))
}

/** Appends as a client does: behind the head that it finds, and again where that moved. */
async function persist(connection: Connection, id: string, client: number): Promise<void> {
  for (;;) {
    try {
      await append(connection, id, await headOf(id, connection), [record(id, client, client)])
      return
    } catch (error) {
      if (!(error instanceof HeadMoved)) throw error
    }
  }
}

test('of 40 clients that append at once all records are kept, without a gap [SL-72]', async () => {
  const id = await project()
  const clients = await Promise.all(Array.from({ length: 40 }, () => database.connect('alice')))
  // What waits for its turn finds another head, and nothing of it is there.
  const first = await Promise.allSettled(
    clients.map((client, n) => append(client, id, 0, [record(id, n, n)])),
  )
  expect(first.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const lost = first.flatMap(({ status }, n) => (status === 'rejected' ? [n] : []))
  for (const each of first) if (each.status === 'rejected') expect(each.reason).toBeInstanceOf(HeadMoved)
  await Promise.all(lost.map((n) => persist(clients[n] ?? alice, id, n)))
  expect(await numbers(alice, id)).toEqual(Array.from({ length: 40 }, (_, n) => n + 1))
  expect(await headOf(id)).toBe(40)
  const plans = await alice.rows<{ plan_id: string }>(
    'select distinct plan_id from varve.journal where project_id = $1',
    [id],
  )
  expect(plans).toHaveLength(40)
})

test('who polls behind a cursor sees each record once and in order, though a writer pauses before its commit [SL-73]', async () => {
  const id = await project()
  const [slow, quick, reader] = await Promise.all(
    ['alice', 'alice', 'alice'].map((name) => database.connect(name)),
  )
  if (!slow || !quick || !reader) throw new Error('no connections')
  const seen: number[] = []
  const poll = async () => seen.push(...(await numbers(reader, id, seen.at(-1) ?? 0)))
  await append(alice, id, 0, [record(id, 1)])
  await poll()
  await slow.run('begin')
  await append(slow, id, 1, [record(id, 2)])
  // It waits for the first to commit: were numbers given out ahead, it would be seen before that one.
  const waiting = append(quick, id, 1, [record(id, 3)]).catch((error: unknown) => error)
  await poll()
  expect(seen).toEqual([1])
  await slow.run('commit')
  expect(await waiting).toBeInstanceOf(HeadMoved)
  await poll()
  await append(quick, id, 2, [record(id, 3)])
  await poll()
  await poll()
  expect(seen).toEqual([1, 2, 3])
})

test('a server process that is ended inside an append leaves head and journal as they were, and a retry succeeds [SL-74]', async () => {
  const id = await project()
  const doomed = await database.connect('alice')
  const [{ pid } = { pid: 0 }] = await doomed.rows<{ pid: number }>('select pg_backend_pid() as pid')
  // Holds the row that the append has to write: the append is inside of itself when it is ended.
  await database.admin.run('begin')
  await database.admin.rows('select 1 from varve.project where id = $1 for update', [id])
  const ended = append(doomed, id, 0, [record(id, 1)], [row('a')]).catch((error: unknown) => error)
  await untilWaiting(pid)
  await database.admin.rows('select pg_terminate_backend($1)', [pid])
  expect(await ended).toMatchObject({ code: 'team_unreachable' })
  await database.admin.run('rollback')
  expect([await headOf(id), await numbers(alice, id)]).toEqual([0, []])
  expect(await append(alice, id, 0, [record(id, 1)], [row('a')])).toBe(1)
  expect([await headOf(id), await numbers(alice, id)]).toEqual([1, [1]])
})

async function untilWaiting(pid: number): Promise<void> {
  const watcher = await database.connect('alice')
  for (;;) {
    const [found] = await watcher.rows<{ waits: boolean }>(
      `select exists (select 1 from pg_locks where pid = $1 and not granted) as waits`,
      [pid],
    )
    if (found?.waits) return
  }
}

test('no score can be stated, and no row can be outside of its ranges [SL-75]', async () => {
  const id = await project()
  const insert = (column: string, value: unknown) => {
    const columns = { ...row('x'), project_id: id, [column]: value }
    const names = Object.keys(columns)
    return database.admin.rows(
      `insert into varve.memory_entries(${names.join(', ')}) values (${names.map((_, n) => `$${n + 1}`).join(', ')})`,
      Object.values(columns),
    )
  }
  await expect(insert('score', 9.9)).rejects.toThrow('cannot insert a non-DEFAULT value into column "score"')
  for (const [column, value] of [
    ['impact_score', 0.9],
    ['impact_score', 10.1],
    ['specificity_score', 0.9],
    ['content', ''],
    ['status', 'discarded'],
    ['scope', 'session'],
    ['recurrence_count', 0],
  ] as const) {
    await expect(insert(column, value), column).rejects.toThrow('violates check constraint')
    await expect(append(alice, id, 0, [], [row('x', { [column]: value })]), column).rejects.toThrow(
      'violates check constraint',
    )
  }
  for (const branch of [null, '']) {
    await expect(append(alice, id, 0, [], [row('x', { scope: 'feature', branch })])).rejects.toThrow(
      'violates check constraint',
    )
  }
  expect(await headOf(id)).toBe(0)
})

test('a server’s score is the one that replicas compute, whatever a writer says it is', async () => {
  const id = await project()
  const scores = [
    [4, 7.0, 6.9, 6.96],
    [4, 7, 7, 7],
    [1, 4.5, 4.4, 3.96],
    [1, 4.5, 4.5, 4],
    [1, 1, 1, 1.66],
  ] as const
  const rows = scores.map(([recurrence_count, impact_score, specificity_score], n) =>
    row(`e${n}`, { recurrence_count, impact_score, specificity_score, score: 9.9 }),
  )
  await append(alice, id, 0, [], rows)
  const found = await alice.rows<{ score: string }>(
    'select score from varve.memory_entries where project_id = $1 order by id',
    [id],
  )
  expect(found.map(({ score }) => Number(score))).toEqual(scores.map(([, , , score]) => score))
  for (let sessions = 1; sessions <= 9; sessions += 1) {
    const [one] = await alice.rows<{ r: number }>('select varve.recurrence($1) as r', [sessions])
    expect(one?.r).toBe(recurrenceOf(sessions))
    expect(compositeOf(10 * recurrenceOf(sessions) + 69 + 70)).toBe(
      Math.trunc(((recurrenceOf(sessions) + 6.9 + 7) / 3) * 100 + 1e-9) / 100,
    )
  }
})

test('a record comes back as it was, with what a database of JSON can’t hold', async () => {
  const id = await project()
  const texts = [
    'a NUL \0',
    'half a pair \ud800 of two',
    'a text of \\u0000, written out',
    'plain 🙂',
    '\\\0',
  ]
  const records = texts.map((text, n) => buildRecord(n, [buildAdd(`e${n}`, text)], { project: id }))
  await append(alice, id, 0, records)
  const rows = await alice.rows<{ plan: unknown }>(
    'select plan from varve.journal where project_id = $1 order by seq',
    [id],
  )
  expect(rows.map(({ plan }) => fromPlan(plan))).toEqual(records)
})

test('a record that is there already is not taken twice', async () => {
  const id = await project()
  await append(alice, id, 0, [record(id, 1)])
  await expect(append(alice, id, 1, [record(id, 1)])).rejects.toThrow()
  await expect(append(alice, id, 0, [record(id, 2)])).rejects.toBeInstanceOf(HeadMoved)
  expect(await headOf(id)).toBe(1)
})
