import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTeamDatabase } from '../../../test/team/server/team-database.ts'
import { migrate, NEWEST, schemaVersion } from '../src/schema/migrate.ts'
import { MIGRATIONS } from '../src/schema/migrations.ts'
import { schemaScript } from '../src/schema/schema-script.ts'
import { append, record } from './appends.ts'

const NEXT = { version: NEWEST + 1, sql: 'alter table varve.project add column motto text;' }

test('steps are numbered, each is taken once and whole, and none rewrites the journal [SL-79]', async () => {
  const { admin, connect } = await createTeamDatabase(['alice'])
  const alice = await connect('alice')
  const project = randomUUID()
  await alice.rows('select varve.create_project($1, $2)', [project, 'acme'])
  await append(alice, project, 0, [record(project, 1), record(project, 2)])
  const journal = () => admin.rows('select ctid, xmin, * from varve.journal order by seq')
  const before = await journal()

  expect(MIGRATIONS.map(({ version }) => version)).toEqual(MIGRATIONS.map((_, n) => n + 1))
  expect(await migrate(admin, 'role')).toEqual([])
  const broken = { ...NEXT, sql: `${NEXT.sql} select nothing_of_the_kind();` }
  await expect(migrate(admin, 'role', [...MIGRATIONS, broken])).rejects.toThrow()
  expect(await schemaVersion(admin)).toBe(NEWEST)
  expect(await admin.rows(`select 1 from pg_attribute where attname = 'motto'`)).toEqual([])

  const [one, other] = [await connect('alice'), admin]
  await expect(migrate(one, 'role', [...MIGRATIONS, NEXT])).rejects.toMatchObject({ code: 'team_refused' })
  expect(await migrate(other, 'role', [...MIGRATIONS, NEXT])).toEqual([NEXT.version])
  expect(await migrate(other, 'role', [...MIGRATIONS, NEXT])).toEqual([])
  await expect(migrate(other, 'role')).rejects.toMatchObject({ code: 'store_newer' })
  expect(await journal()).toEqual(before)
})

test('the script for an administrator makes the same schema, and every step keeps its hands off the journal [SL-79]', async () => {
  const { admin } = await createTeamDatabase([])
  const shape = () =>
    admin.rows(
      `select table_name, column_name, data_type, is_nullable from information_schema.columns
       where table_schema = 'varve' order by 1, 2`,
    )
  const made = await shape()
  await admin.run('drop schema varve cascade')
  await admin.run(schemaScript('role'))
  expect(await shape()).toEqual(made)
  expect(await schemaVersion(admin)).toBe(NEWEST)
  for (const { version, sql } of MIGRATIONS.slice(1)) {
    // A function that it makes may erase what an owner says, later.
    const itself = sql.replace(/ as \$\$.*?\$\$/gs, '')
    expect([version, /varve\.journal/.test(itself)]).toEqual([version, false])
  }
})

test('no check on a list takes an empty one for none: none asks for its length [BR-65] [SL-99]', () => {
  expect(schemaScript('role')).not.toMatch(/(?<!jsonb_)array_length/i)
})

test('tokens of who left under an older schema end with its next step, and those of who stayed go on', async () => {
  const { admin } = await createTeamDatabase([])
  await admin.run('drop schema varve cascade')
  await migrate(admin, 'role', MIGRATIONS.slice(0, 2))
  const project = randomUUID()
  await admin.rows('select varve.create_project($1, $2)', [project, 'acme'])
  for (const user of ['left', 'stayed']) {
    await admin.rows('select varve.set_member($1, $2, $3)', [project, user, 'reader'])
    const sha256 = (user === 'left' ? '0' : '1').repeat(64)
    await admin.rows('select varve.issue_token($1, $2, $2, $3, $4, null)', [project, user, '', sha256])
  }
  await admin.rows('select varve.remove_member($1, $2)', [project, 'left'])
  await migrate(admin, 'role')
  expect(await admin.rows('select id from varve.token where revoked_at is null')).toEqual([{ id: 'stayed' }])
})
