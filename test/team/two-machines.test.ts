import { chmodSync, cpSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { entryId, recordFileName, renderRecordFile } from '@varve/core'
import { buildAdd, buildRecord } from '@varve/core/testing'
import { schemaScript } from '@varve/store-postgres'
import { beforeAll, expect, test } from 'vitest'
import { TEAM_SCHEMAS } from '../../packages/varve/src/operations/output/schemas/team-schemas.ts'
import { checkedCommands, checkOutput } from '../scenarios/check-output.ts'
import { contents, errorOf, everything, shown } from '../scenarios/memory-of.ts'
import { add } from '../scenarios/statements.ts'
import { serving } from './server/serving.ts'
import { createTeamDatabase, roleName, type TeamDatabase } from './server/team-database.ts'
import { Machine, syncAll, teamOf } from './team-of.ts'

let database: TeamDatabase

beforeAll(async () => {
  database = await createTeamDatabase(['alice', 'bob', 'eve'])
})

function pair(): readonly [Machine, Machine] {
  const [alice, bob] = teamOf(database, 'alice', 'bob')
  if (alice === undefined || bob === undefined) throw new Error('no machines')
  return [alice, bob]
}

const list = (machine: Machine) => contents(shown(machine))

test('what one person adds the other has after a pull, and nothing is sent twice [RS-81]', () => {
  const [alice, bob] = pair()
  add(alice, 'Use pnpm')
  expect(alice.askJson(['knowledge', 'push'])).toMatchObject({ pushed: 1, head: 1 })
  expect(bob.askJson(['knowledge', 'pull'])).toMatchObject({ from: 0, to: 1, applied: 1 })
  expect(list(bob)).toEqual(['Use pnpm'])
  expect(bob.askJson(['knowledge', 'push'])).toMatchObject({ pushed: 0, head: 1 })
  expect(alice.askJson(['knowledge', 'sync'])).toMatchObject({ pulled: 0, pushed: 0 })

  const [entry] = everything(alice)
  const id = entry?.id ?? ''
  for (const step of [
    ['edit', id, '--text', 'Use pnpm 10'],
    ['edit', id, '--bury'],
    ['edit', id, '--retract'],
  ]) {
    alice.askJson(step)
    alice.askJson(['knowledge', 'push'])
    bob.askJson(['knowledge', 'pull'])
    expect(everything(bob)).toEqual(everything(alice))
  }
  alice.askJson(['undo'])
  alice.askJson(['undo'])
  alice.askJson(['knowledge', 'push'])
  bob.askJson(['knowledge', 'pull'])
  expect(everything(bob)).toEqual(everything(alice))
  expect(list(bob)).toEqual(['Use pnpm 10'])
  expect(bob.askJson(['knowledge', 'push'])).toMatchObject({ pushed: 0 })
})

test('edits, demotions, burials and undos of one person are seen by the other after one pull [SL-82]', () => {
  const [alice, bob] = pair()
  const { project } = alice.askJson<{ project: string }>(['status'])
  const record = buildRecord(
    1,
    [
      buildAdd('e1', 'Run make api after a change'),
      {
        op: 'learning.sight',
        id: entryId('e1'),
        occasion: 'session 1',
        source: { kind: 'session', trust: 'agent' },
        rating: { impact: 9, specificity: 9, evidence: [] },
      },
    ],
    { project },
  )
  alice.write(`other/${recordFileName(record)}`, renderRecordFile(record))
  alice.askJson(['knowledge', 'sync', '--dir', 'other'])
  const seen = (machine: Machine) => [
    everything(machine),
    machine.askJson(['learn', 'show', 'e1']),
    machine.ask(['knowledge', 'show', '--status', 'all']).stdout,
  ]
  const before: unknown[] = []
  let promoted: string | undefined
  for (const step of [
    ['learn', 'promote', 'e1', '--reason', 'checked'],
    ['learn', 'demote', 'e1', '--reason', 'no longer so'],
    ['edit', 'e1', '--text', 'Run make api after each change'],
    ['edit', 'e1', '--bury'],
    ['undo'],
    ['undo'],
    ['undo'],
  ]) {
    alice.askJson(step)
    alice.askJson(['knowledge', 'push'])
    bob.askJson(['knowledge', 'pull'])
    expect(seen(bob)).toEqual(seen(alice))
    // Each step shows.
    expect(seen(bob)).not.toEqual(before.at(-1))
    before.push(seen(bob))
    promoted ??= bob.ask(['knowledge', 'show', '--status', 'all']).stdout
  }
  expect(bob.ask(['knowledge', 'show', '--status', 'all']).stdout).toBe(promoted)
})

test('a retraction is not undone by an older copy, nor by a later change of something else', () => {
  const [alice, bob] = pair()
  add(alice, 'Money is in cents')
  const gone = add(alice, 'Deploy on Fridays')
  syncAll(alice, bob)
  alice.askJson(['edit', gone.id, '--retract'])
  bob.askJson(['edit', gone.id, '--tag', 'late'])
  syncAll(bob, alice)
  expect(list(alice)).toEqual(['Money is in cents'])
  expect(everything(bob)).toEqual(everything(alice))
})

test('with the network gone the memory goes on, and says how far it is [SL-83]', () => {
  const [alice] = pair()
  add(alice, 'Use pnpm')
  alice.askJson(['knowledge', 'push'])
  const env = { VARVE_TEAM_URL: 'postgresql://nobody:secret-word@127.0.0.1:1/nowhere' }
  add(alice, 'Money is in cents')
  const seen = alice.ask(['knowledge', 'show'], { env })
  expect(seen).toMatchObject({ status: 0 })
  expect(seen.stderr).toContain('as of seq 1, 1 unpushed')
  expect(list(alice)).toEqual(['Money is in cents', 'Use pnpm'])
  const failed = alice.ask(['knowledge', 'sync', '--json'], { env })
  expect(failed).toMatchObject({ status: 1 })
  expect(errorOf(failed.stderr)).toMatchObject({
    type: 'team_unreachable',
    message: /127\.0\.0\.1:1\/nowhere .*ECONNREFUSED; what was to be sent is kept/,
  })
  expect(alice.askJson(['knowledge', 'push'])).toMatchObject({ pushed: 1, head: 2 })
})

test('who is no member is told so, and learns nothing', () => {
  const [alice] = pair()
  add(alice, 'Use pnpm')
  alice.askJson(['knowledge', 'push'])
  const env = { VARVE_TEAM_URL: database.urlOf('eve') }
  for (const command of [
    ['knowledge', 'sync'],
    ['knowledge', 'show', '--remote'],
    ['team', 'member'],
  ]) {
    const { status, stderr } = alice.ask([...command, '--json'], { env })
    expect([command, status, errorOf(stderr).type]).toEqual([command, 3, 'team_refused'])
  }
  expect(alice.askJson(['team', 'status'], { env })).toMatchObject({ name: null, members: [], head: 0 })
})

test('a project is shared, its members are listed, and who can’t log in is named', () => {
  const [alice, bob] = pair()
  expect(alice.askJson(['team', 'create', 'acme'])).toMatchObject({ created: false, name: 'acme' })
  const added = alice.askJson(['team', 'member', 'add', 'nobody-yet', '--role', 'reader'])
  expect(added).toMatchObject({ issues: [{ code: 'member_without_role', subjects: ['nobody-yet'] }] })
  expect(alice.askJson(['team', 'member', 'remove', 'nobody-yet'])).toMatchObject({ issues: [] })
  add(bob, 'Use pnpm')
  expect(bob.askJson(['team', 'status'])).toMatchObject({
    user: roleName('bob'),
    members: [
      { user: roleName('alice'), role: 'owner' },
      { user: roleName('bob'), role: 'writer' },
    ],
    head: 0,
    unpushed: 1,
  })
  const refused = bob.ask(['team', 'member', 'remove', roleName('alice'), '--json'])
  expect(errorOf(refused.stderr)).toMatchObject({ type: 'team_refused', message: /only an owner/ })
  expect(alice.ask(['team', 'create', '--sql']).stdout).toContain('create table varve.journal')
})

test('a server that believes a gateway says so where somebody can log in beside it', async () => {
  const other = await createTeamDatabase(['alice'])
  const [alice] = teamOf(other, 'alice')
  const codes = () =>
    alice?.askJson<{ issues: readonly { code: string }[] }>(['team', 'status']).issues.map(({ code }) => code)
  expect(codes()).toEqual([])
  await other.admin.run('drop schema varve cascade')
  await other.admin.run(schemaScript('jwt'))
  expect(codes()).toEqual(['jwt_mode_login_role'])
})

test('how to log in is taken from the environment or a file of the user’s alone, and shows nowhere [SL-89]', () => {
  const [alice] = pair()
  add(alice, 'Use pnpm')
  const secret = 'hunter2-of-the-team'
  const url = new URL(database.urlOf('alice'))
  url.password = secret
  const config = join(alice.home, 'config.json')
  writeFileSync(config, JSON.stringify({ team: { url: url.href } }), { mode: 0o600 })
  const env = { VARVE_TEAM_URL: undefined }
  expect(alice.run(['knowledge', 'sync'], { env })).toMatchObject({ status: 0 })
  chmodSync(config, 0o644)
  const refused = alice.run(['knowledge', 'sync'], { env })
  expect(refused).toMatchObject({ status: 3 })
  expect(refused.stderr).toContain('others may read it')
  expect(alice.ask(['list'], { env }).status).toBe(0)
  chmodSync(config, 0o600)
  writeFileSync(config, JSON.stringify({ team: { url: url.href.replace(/:\d+\//, ':1/') } }))
  const outputs = [
    refused,
    alice.run(['knowledge', 'sync'], { env: { ...env, VARVE_DEBUG: '1' } }),
    alice.run(['team', 'status', '--json'], { env: { ...env, VARVE_DEBUG: '1' } }),
    alice.ask(['doctor'], { env }),
    alice.ask(['log', '--json'], { env }),
    alice.run(['knowledge', 'sync'], { env: { VARVE_TEAM_URL: `postgresql://u:${secret}@[bad/x` } }),
    alice.run(['knowledge', 'sync'], { env: { VARVE_TEAM_URL: `mysql://u:${secret}@host/x` } }),
    alice.run(['knowledge', 'sync'], { env: { VARVE_TEAM_URL: `postgresql://u:1/${secret}@host/x` } }),
  ]
  for (const { stdout, stderr } of outputs) expect(stdout + stderr).not.toContain(secret)
})

test('a project’s own file can’t name the server', () => {
  const [alice] = pair()
  const config = join(alice.project, '.varve/config.json')
  const id = alice.askJson<{ project: string }>(['status']).project
  writeFileSync(config, JSON.stringify({ project: { id }, team: { url: 'postgresql://evil/x' } }))
  const { status, stderr } = alice.ask(['knowledge', 'push'], { env: { VARVE_TEAM_URL: undefined } })
  expect([status, stderr]).toEqual([3, expect.stringContaining('no server of a team is named')])
  expect(alice.ask(['doctor', '--config']).stdout).toContain('misplaced_config_key')
})

test('a server and a folder in git carry the same records, each what it lacks', () => {
  const [alice, bob] = pair()
  add(alice, 'Use pnpm')
  alice.askJson(['knowledge', 'sync', '--dir', '.varve/journal'])
  // Bob has no server, and alice's records by git alone; then both.
  const byGit = { VARVE_TEAM_URL: undefined }
  alice.write('x', '')
  bob.askJson(['knowledge', 'sync', '--dir', join(alice.project, '.varve/journal')], { env: byGit })
  expect(list(bob)).toEqual(['Use pnpm'])
  add(bob, 'Money is in cents')
  expect(bob.askJson(['knowledge', 'push'])).toMatchObject({ pushed: 2 })
  expect(alice.askJson(['knowledge', 'sync'])).toMatchObject({ pulled: 1, pushed: 1 })
  expect(everything(alice)).toEqual(everything(bob))
  expect(alice.askJson(['knowledge', 'sync'])).toMatchObject({ pulled: 0, pushed: 0 })
  expect(existsSync(join(bob.project, '.varve/journal'))).toBe(false)
})

test('a purge reaches the server and every replica, and an owner does it for who may not', async () => {
  const [alice, bob] = pair()
  const secret = add(bob, 'The password of the printer is swordfish')
  syncAll(bob, alice)
  bob.askJson(['purge', secret.id, '--yes', '--reason', 'leaked'])
  const pushed = bob.askJson<{ issues: readonly { code: string }[] }>(['knowledge', 'push'])
  expect(pushed.issues.map(({ code }) => code)).toEqual(['purge_pending'])
  alice.askJson(['knowledge', 'sync'])
  const rows = await database.admin.rows('select plan::text from varve.journal')
  expect(JSON.stringify(rows)).not.toContain('swordfish')
  for (const machine of [alice, bob]) {
    expect(JSON.stringify(everything(machine))).not.toContain('swordfish')
    expect(machine.ask(['doctor']).status).toBe(0)
  }
  // Who comes later never sees it, and takes what is left for whole.
  const late = new Machine(database.urlOf('bob'))
  late.write(
    '.varve/config.json',
    JSON.stringify({ project: { id: alice.askJson<{ project: string }>(['status']).project } }),
  )
  expect(late.askJson(['knowledge', 'pull'])).toMatchObject({ applied: 2, issues: [] })
  expect(everything(late)).toEqual(everything(alice))
})

test('a record that is purged entry by entry is erased on the server each time', async () => {
  const [alice, bob] = pair()
  alice.write('AGENTS.md', '# Rules\n\n- The printer opens to swordfish\n- The door opens to mellon\n')
  alice.askJson(['import', 'AGENTS.md'])
  syncAll(alice, bob)
  for (const word of ['swordfish', 'mellon']) {
    const { items } = alice.askJson<{ items: readonly { id: string; content: string }[] }>(['list'])
    const id = items.find(({ content }) => content.includes(word))?.id ?? ''
    alice.askJson(['purge', id, '--yes', '--reason', 'leaked'])
    expect(alice.askJson(['knowledge', 'sync'])).toMatchObject({ issues: [] })
    const rows = await database.admin.rows('select plan::text from varve.journal')
    expect(JSON.stringify(rows)).not.toContain(word)
  }
})

test('a pull of everything into an empty replica gives what came bit by bit [SL-86]', () => {
  const [alice, bob] = pair()
  for (const text of ['Use pnpm', 'Money is in cents', 'Deploy on Fridays']) {
    const { id } = add(alice, text)
    alice.askJson(['edit', id, '--tag', 'seen'])
    alice.askJson(['knowledge', 'push'])
    bob.askJson(['knowledge', 'pull'])
  }
  const fresh = new Machine(database.urlOf('bob'))
  fresh.write(
    '.varve/config.json',
    JSON.stringify({ project: { id: alice.askJson<{ project: string }>(['status']).project } }),
  )
  fresh.askJson(['knowledge', 'pull', '--full'])
  expect(everything(fresh)).toEqual(everything(bob))
  expect(bob.askJson(['knowledge', 'pull', '--full'])).toMatchObject({ applied: 0 })
  expect(everything(bob)).toEqual(everything(alice))
})

test('people with tokens share a memory by `varve serve --team`, which ends when it is told to', async () => {
  await database.admin.run(
    `create role ${roleName('gate')} login; grant varve_gateway to ${roleName('gate')}`,
  )
  const [alice] = pair()
  const gate = new Machine(database.urlOf('gate'))
  const served = ['serve', '--team', '--json']
  const server = await serving(gate, served)
  const { url } = server
  const machines = ['dora', 'emil'].map((user) => {
    alice.askJson(['team', 'member', 'add', user, '--role', 'writer'])
    const { token } = alice.askJson<{ token: string }>(['team', 'token', 'add', user, '--label', 'laptop'])
    const machine = new Machine(url, { VARVE_TEAM_TOKEN: token })
    cpSync(join(alice.project, '.varve'), join(machine.project, '.varve'), { recursive: true })
    return { user, token, machine }
  })
  const [dora, emil] = machines
  if (dora === undefined || emil === undefined) throw new Error('no machines')
  expect(alice.askJson(['team', 'member'])).toMatchObject({ issues: [] })
  add(dora.machine, 'Use pnpm')
  add(emil.machine, 'Money is in cents')
  // In processes: a server of this one would wait for itself.
  expect(dora.machine.json(['knowledge', 'sync'])).toMatchObject({ pushed: 1, issues: [] })
  expect(emil.machine.json(['knowledge', 'sync'])).toMatchObject({ pulled: 1, pushed: 1 })
  alice.askJson(['knowledge', 'sync'])
  expect(list(alice)).toEqual(list(emil.machine))
  expect(emil.machine.askJson(['team', 'status'])).toMatchObject({ user: 'emil', unpushed: 0, issues: [] })

  const { tokens } = alice.askJson<{ tokens: readonly { id: string; user: string }[] }>(['team', 'token'])
  const ofEmil = tokens.find(({ user }) => user === 'emil')?.id ?? ''
  alice.askJson(['team', 'token', 'revoke', ofEmil])
  const refused = emil.machine.ask(['knowledge', 'sync', '--json'])
  expect([refused.status, errorOf(refused.stderr).type]).toEqual([3, 'team_refused'])
  // The token in the user's own file, which nobody else may read.
  const config = join(dora.machine.home, 'config.json')
  writeFileSync(config, JSON.stringify({ team: { url, token: dora.token } }), { mode: 0o644 })
  const env = { VARVE_TEAM_URL: undefined, VARVE_TEAM_TOKEN: undefined }
  expect(dora.machine.ask(['knowledge', 'sync'], { env }).stderr).toContain('others may read it')
  chmodSync(config, 0o600)
  expect(dora.machine.ask(['knowledge', 'sync'], { env })).toMatchObject({ status: 0 })

  const end = await server.end()
  expect(end).toMatchObject({ status: 0 })
  checkOutput(served, { ...end, stderr: '' })
  const gone = dora.machine.ask(['knowledge', 'sync'])
  expect(gone).toMatchObject({ status: 1, stderr: expect.stringContaining('ECONNREFUSED') })
  for (const text of [server.said(), gone.stderr, refused.stderr]) {
    for (const { token } of machines) expect(text).not.toContain(token)
  }
})

test('every answer about a team was held to its published schema', () => {
  for (const name of Object.keys(TEAM_SCHEMAS)) expect([...checkedCommands]).toContain(name)
})
