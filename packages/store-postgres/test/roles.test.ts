import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { createTeamDatabase, roleName, type TeamDatabase } from '../../../test/team/server/team-database.ts'
import type { Connection } from '../src/connection.ts'
import { append, record, row } from './appends.ts'

const A = randomUUID()
const B = randomUUID()
const TABLES = ['project', 'member', 'journal', 'memory_entries', 'administration'] as const
const DENIED = { code: 'team_refused' }

let database: TeamDatabase
let as: Readonly<Record<'alice' | 'bob' | 'carol' | 'mallory' | 'eve' | 'anon', Connection>>

beforeAll(async () => {
  database = await createTeamDatabase(['alice', 'bob', 'carol', 'mallory', 'eve'], ['anon'])
  const [alice, bob, carol, mallory, eve, anon] = await Promise.all(
    ['alice', 'bob', 'carol', 'mallory', 'eve', 'anon'].map((name) => database.connect(name)),
  )
  if (!alice || !bob || !carol || !mallory || !eve || !anon) throw new Error('no connections')
  as = { alice, bob, carol, mallory, eve, anon }
  await alice.rows('select varve.create_project($1, $2)', [A, 'acme'])
  await alice.rows('select varve.set_member($1, $2, $3)', [A, roleName('bob'), 'writer'])
  await alice.rows('select varve.set_member($1, $2, $3)', [A, roleName('carol'), 'reader'])
  await mallory.rows('select varve.create_project($1, $2)', [B, 'other'])
  await append(alice, A, 0, [record(A, 1)], [row('shared')])
  await append(bob, A, 1, [record(A, 2)])
})

async function count(connection: Connection, table: string, project = A): Promise<number> {
  const key = table === 'project' ? 'id' : 'project_id'
  const [found] = await connection.rows<{ n: string }>(
    `select count(*) as n from varve.${table} where ${key} = $1`,
    [project],
  )
  return Number(found?.n)
}

async function everythingOfA(): Promise<string> {
  const tables: unknown[] = []
  for (const table of TABLES) {
    const key = table === 'project' ? 'id' : 'project_id'
    tables.push(
      await database.admin.rows(`select * from varve.${table} where ${key} = $1 order by 1, 2`, [A]),
    )
  }
  return JSON.stringify(tables)
}

test('members read the journal and the entries; an outsider reads nothing; anonymous is denied the schema [RS-83] [SL-71]', async () => {
  for (const who of ['alice', 'bob', 'carol'] as const) {
    expect([await count(as[who], 'journal'), await count(as[who], 'memory_entries')]).toEqual([2, 1])
    expect(await count(as[who], 'member')).toBe(3)
  }
  for (const who of ['mallory', 'eve'] as const) {
    for (const table of TABLES) expect([who, table, await count(as[who], table)]).toEqual([who, table, 0])
  }
  for (const table of TABLES) {
    await expect(count(as.anon, table)).rejects.toMatchObject({
      ...DENIED,
      message: /permission denied for schema/,
    })
  }
})

test('only writers append, whatever a caller says of itself [SL-71]', async () => {
  const before = await everythingOfA()
  for (const who of ['carol', 'mallory', 'eve'] as const) {
    await expect(append(as[who], A, 2, [record(A, 3)])).rejects.toMatchObject({
      ...DENIED,
      message: /no write access/,
    })
  }
  await expect(append(as.anon, A, 2, [record(A, 3)])).rejects.toMatchObject({
    ...DENIED,
    message: /permission denied/,
  })
  expect(await everythingOfA()).toBe(before)
})

test('nobody writes a table by hand, an owner neither [SL-71]', async () => {
  const before = await everythingOfA()
  for (const who of ['alice', 'bob', 'carol', 'mallory', 'eve', 'anon'] as const) {
    for (const statement of [
      `insert into varve.member values ('${A}', '${roleName(who)}', 'owner')`,
      `update varve.member set role = 'owner'`,
      `delete from varve.journal`,
      `update varve.journal set author = '${roleName(who)}'`,
      `update varve.project set head = 0`,
      `delete from varve.memory_entries`,
      `update varve.memory_entries set content = 'changed'`,
      `truncate varve.journal`,
      `alter table varve.journal disable row level security`,
      `drop policy r on varve.journal`,
      `select varve.note_administration('${A}', 'x', '{}')`,
    ]) {
      await expect(as[who].run(statement), `${who}: ${statement}`).rejects.toMatchObject(DENIED)
    }
  }
  expect(await everythingOfA()).toBe(before)
})

test('only an owner purges, and changes who belongs to the team [SL-71]', async () => {
  const before = await everythingOfA()
  for (const who of ['bob', 'carol', 'mallory', 'eve', 'anon'] as const) {
    for (const [sql, ...values] of [
      ['select varve.purge($1, $2, $3)', A, record(A, 1).id, '{}'],
      ['select varve.set_member($1, $2, $3)', A, roleName(who), 'owner'],
      ['select varve.remove_member($1, $2)', A, roleName('alice')],
    ]) {
      await expect(as[who].rows(String(sql), values)).rejects.toMatchObject(DENIED)
    }
  }
  expect(await everythingOfA()).toBe(before)
})

test('nothing that a session can set makes mallory somebody else [SL-71]', async () => {
  const before = await everythingOfA()
  for (const statement of ['set role varve_owner', `set session authorization ${roleName('alice')}`]) {
    await expect(as.mallory.run(statement)).rejects.toMatchObject(DENIED)
  }
  await as.mallory.run(`set request.jwt.claims = '{"sub":"${roleName('alice')}"}'`)
  await as.mallory.run(`set varve.uid = '${roleName('alice')}'`)
  await as.mallory.run(`set search_path = pg_temp, varve`)
  await as.mallory
    .run(`create temporary table member(project_id uuid, user_id text, role text)`)
    .catch(() => {})
  await as.mallory
    .run(`insert into member values ('${A}', '${roleName('mallory')}', 'owner')`)
    .catch(() => {})
  expect(await count(as.mallory, 'journal')).toBe(0)
  await expect(append(as.mallory, A, 2, [record(A, 3)])).rejects.toMatchObject(DENIED)
  expect(await everythingOfA()).toBe(before)
})

test('the owner of the tables reads no row of a project that it is no member of [SL-71]', async () => {
  await database.admin.run('set role varve_owner')
  try {
    expect([await count(database.admin, 'journal'), await count(database.admin, 'memory_entries')]).toEqual([
      0, 0,
    ])
  } finally {
    await database.admin.run('reset role')
  }
})

test('one id in two projects is two rows, and a member of one changes nothing of the other [SL-76] [RS-83]', async () => {
  const before = await everythingOfA()
  const same = { ...record(A, 1), project: B }
  await append(as.mallory, B, 0, [same], [row('shared', { content: 'Mine.' })])
  await append(as.mallory, B, 1, [], [row('shared', { project_id: A, content: 'Mine too.' })], ['nothing'])
  await append(as.mallory, B, 1, [], [], ['shared'])
  await append(as.mallory, B, 1, [], [row('shared', { content: 'Mine.' })])
  expect(await everythingOfA()).toBe(before)
  expect(
    await as.mallory.rows('select project_id, content from varve.memory_entries where id = $1', ['shared']),
  ).toEqual([{ project_id: B, content: 'Mine.' }])
})

test('a record has the author who handed it in, whoever it says it is of', async () => {
  const forged = { ...record(A, 9), actor: roleName('alice') }
  const [head] = await as.bob.rows<{ head: string }>('select head from varve.project where id = $1', [A])
  const plans = JSON.stringify([
    {
      plan_id: forged.id,
      client_id: 'x',
      author: roleName('alice'),
      created_at: '2026-01-01',
      plan: forged,
      sha256: forged.hash,
    },
  ])
  await as.bob.rows('select varve.append($1, $2, $3::jsonb, $4::jsonb)', [A, head?.head, plans, '[]'])
  const [found] = await as.alice.rows<{ author: string }>(
    'select author from varve.journal where project_id = $1 and plan_id = $2',
    [A, forged.id],
  )
  expect(found?.author).toBe(roleName('bob'))
})

test('who is removed has no access from the next statement on, and what they wrote keeps their name [SL-78]', async () => {
  const project = randomUUID()
  await as.alice.rows('select varve.create_project($1, $2)', [project, 'short'])
  await as.alice.rows('select varve.set_member($1, $2, $3)', [project, roleName('bob'), 'writer'])
  await append(as.bob, project, 0, [record(project, 1)])
  await as.alice.rows('select varve.remove_member($1, $2)', [project, roleName('bob')])
  expect(await count(as.bob, 'journal', project)).toBe(0)
  await expect(append(as.bob, project, 1, [record(project, 2)])).rejects.toMatchObject(DENIED)
  const authors = await as.alice.rows('select author from varve.journal where project_id = $1', [project])
  expect(authors).toEqual([{ author: roleName('bob') }])
})

test('a project keeps one owner, and what owners do is written down', async () => {
  const project = randomUUID()
  await as.alice.rows('select varve.create_project($1, $2)', [project, 'one'])
  for (const [sql, ...values] of [
    ['select varve.remove_member($1, $2)', project, roleName('alice')],
    ['select varve.set_member($1, $2, $3)', project, roleName('alice'), 'writer'],
  ]) {
    await expect(as.alice.rows(String(sql), values)).rejects.toThrow('a project keeps one owner')
  }
  await as.alice.rows('select varve.set_member($1, $2, $3)', [project, roleName('eve'), 'reader'])
  const done = await as.eve.rows<{ action: string; author: string }>(
    'select action, author from varve.administration where project_id = $1 order by n',
    [project],
  )
  expect(done.map(({ action }) => action)).toEqual(['create_project', 'set_member'])
  expect(new Set(done.map(({ author }) => author))).toEqual(new Set([roleName('alice')]))
})
