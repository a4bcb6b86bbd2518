import { recordFileName, renderRecordFile } from '@varve/core'
import { buildAdd, buildRecord } from '@varve/core/testing'
import { schemaScript } from '@varve/store-postgres'
import { beforeAll, expect, test } from 'vitest'
import { errorOf } from '../scenarios/memory-of.ts'
import { add } from '../scenarios/statements.ts'
import { createTeamDatabase, roleName, type TeamDatabase } from './server/team-database.ts'
import { type Machine, syncAll, teamOf } from './team-of.ts'

let database: TeamDatabase

beforeAll(async () => {
  database = await createTeamDatabase(['alice', 'bob', 'eve'])
})

interface Team {
  readonly alice: Machine
  readonly bob: Machine
  readonly project: string
  sql(statement: string): Promise<void>
}

/** Two people with three records on the server, of which one is a learning; nothing is wrong yet. */
function team(): Team {
  const [alice, bob] = teamOf(database, 'alice', 'bob')
  if (alice === undefined || bob === undefined) throw new Error('no machines')
  for (const text of ['Use pnpm', 'Money is in cents', 'Deploy on Fridays']) add(alice, text)
  syncAll(alice, bob)
  const { project } = alice.askJson<{ project: string }>(['status'])
  return {
    alice,
    bob,
    project,
    sql: (statement) => database.admin.run(statement.replaceAll('$project', `'${project}'`)),
  }
}

interface Found {
  readonly code: string
  readonly fix: readonly string[]
  readonly subjects: readonly string[]
}

/** What doctor finds of a team, beside what it finds of any memory. */
function found(machine: Machine, env: Readonly<Record<string, string | undefined>> = {}): readonly Found[] {
  const of = (args: readonly string[]) => {
    const { stdout, stderr } = machine.ask(['doctor', '--json', ...args], { env })
    if (stdout === '') throw new Error(errorOf(stderr).message)
    return (JSON.parse(stdout) as { issues: readonly Found[] }).issues
  }
  const usual = new Set(of([]).map(({ code }) => code))
  const issues = of(['--team']).filter(({ code }) => !usual.has(code))
  for (const { fix } of issues) expect(fix.length).toBeGreaterThan(0)
  return issues
}

const codes = (machine: Machine, env = {}) => found(machine, env).map(({ code }) => code)

test('of a team with nothing wrong nothing is told', () => {
  const { alice, bob } = team()
  expect([codes(alice), codes(bob)]).toEqual([[], []])
})

test('a server that can’t be reached, lets nobody of that name in, or isn’t named', () => {
  const { alice } = team()
  expect(codes(alice, { VARVE_TEAM_URL: 'postgresql://u:pw@127.0.0.1:1/x' })).toEqual(['team_unreachable'])
  expect(codes(alice, { VARVE_TEAM_URL: database.urlOf('eve') })).toEqual(['team_refused'])
  expect(codes(alice, { VARVE_TEAM_URL: undefined })).toEqual(['team_missing'])
})

test('a schema that is missing, older, or newer', async () => {
  const own = await createTeamDatabase(['alice'])
  const [alice] = teamOf(own, 'alice')
  if (alice === undefined) throw new Error('no machine')
  await own.admin.run('insert into varve.schema_version(version) values (99)')
  expect(codes(alice)).toEqual(['store_newer'])
  await own.admin.run('delete from varve.schema_version where version > 1')
  expect(codes(alice)).toEqual(['team_missing'])
  await own.admin.run('drop schema varve cascade')
  expect([...new Set(codes(alice))]).toEqual(['team_missing'])
  await own.admin.run(schemaScript('jwt'))
  // Nobody is let in without a gateway, and the gateway has others beside it.
  expect(codes(alice)).toEqual(['jwt_mode_login_role', 'team_refused'])
})

test('a member without a way in, and logins beside a gateway', async () => {
  const { alice } = team()
  alice.askJson(['team', 'member', 'add', 'nobody-yet', '--role', 'reader'])
  expect(found(alice)).toMatchObject([{ code: 'member_without_role', subjects: ['nobody-yet'] }])
})

test('a gap in the journal, and a head that it doesn’t reach', async () => {
  const { bob, sql } = team()
  await sql('delete from varve.journal where project_id = $project and seq = 2')
  const gap = found(bob)
  expect(gap.map(({ code }) => code).sort()).toEqual(['team_journal_gap', 'team_went_back'])
  expect(gap.find(({ code }) => code === 'team_journal_gap')?.subjects).toEqual(['2'])
  await sql('update varve.project set head = 7 where id = $project')
  expect(codes(bob)).toContain('team_head_differs')
})

test('a projection that isn’t what the journal folds to; a sync of everything makes it right', async () => {
  const { alice, sql } = team()
  await sql(`insert into varve.memory_entries(id, project_id, branch, scope, content, status, recurrence_count,
    impact_score, specificity_score, created_at, updated_at)
    values ('ghost', $project, null, 'project', 'Boo', 'promoted', 9, 9, 9, now(), now())`)
  expect(found(alice)).toMatchObject([{ code: 'projection_drift', subjects: ['ghost'] }])
  alice.askJson(['knowledge', 'sync', '--full'])
  expect(codes(alice)).toEqual([])
})

test('a record whose digest is another, that was changed, or that no program could have written', async () => {
  const { bob, sql } = team()
  await sql(`update varve.journal set sha256 = repeat('0', 64) where project_id = $project and seq = 1`)
  await sql(
    `update varve.journal set plan = jsonb_set(plan, '{actor}', '"mallory"') where project_id = $project and seq = 2`,
  )
  await sql(`update varve.journal set plan = '{"packed": "%%%"}' where project_id = $project and seq = 3`)
  expect(codes(bob)).toEqual(['journal_corrupt', 'journal_corrupt', 'journal_corrupt'])
})

test('a record of a newer program', async () => {
  const { bob, sql } = team()
  await sql(
    `update varve.journal set plan = jsonb_set(plan, '{schema}', '99') where project_id = $project and seq = 2`,
  )
  expect(codes(bob)).toEqual(['upgrade_required'])
})

test('records that wait, at a reader who can’t send them; and a server that was put back', async () => {
  const { alice, bob, sql } = team()
  alice.askJson(['team', 'member', 'add', roleName('bob'), '--role', 'reader'])
  add(bob, 'Only here')
  expect(found(bob)).toMatchObject([{ code: 'team_reader_waiting', subjects: [roleName('bob')] }])
  await sql('delete from varve.journal where project_id = $project and seq > 1')
  await sql('update varve.project set head = 1 where id = $project')
  expect(codes(alice)).toEqual(['team_went_back'])
  alice.askJson(['knowledge', 'sync', '--full'])
  expect(codes(alice)).toEqual([])
})

/** Brings a record that was made at a time of its own, as git would. */
function bring(machine: Machine, project: string, wall: number): void {
  const record = buildRecord(1, [buildAdd(`at-${wall}`, 'Of another time')], { project, clock: { wall } })
  machine.write(`other/${recordFileName(record)}`, renderRecordFile(record))
  machine.askJson(['knowledge', 'sync', '--dir', 'other'])
}

test('a record from a clock that is far ahead, and one that waits for long', () => {
  const { alice, bob, project } = team()
  bring(alice, project, Date.now() + 3_600_000)
  alice.askJson(['knowledge', 'push'])
  expect(codes(bob)).toEqual(['future_dated'])
  bring(bob, project, Date.now() - 3 * 86_400_000)
  expect(codes(bob)).toEqual(['future_dated', 'team_waiting'])
})

test('a purge that didn’t reach the server', () => {
  const { alice, bob } = team()
  const secret = add(bob, 'The password of the printer is swordfish')
  syncAll(bob, alice)
  bob.askJson(['purge', secret.id, '--yes', '--reason', 'leaked'])
  expect(codes(bob)).toEqual(['purge_pending'])
  syncAll(bob, alice)
  expect(codes(bob)).toEqual([])
})
