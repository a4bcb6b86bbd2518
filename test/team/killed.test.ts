import { beforeAll, expect, test } from 'vitest'
import { contents, everything, expectSound, shown } from '../scenarios/memory-of.ts'
import { add } from '../scenarios/statements.ts'
import { faultyLink } from './server/faulty-link.ts'
import { createTeamDatabase, type TeamDatabase } from './server/team-database.ts'
import { type Machine, teamOf } from './team-of.ts'

const RECORDS = 20

let database: TeamDatabase

beforeAll(async () => {
  database = await createTeamDatabase(['alice', 'bob'])
})

/** Runs a command over a link, and kills it when so many packets went to the server or came from it. */
async function killAt(machine: Machine, role: string, args: readonly string[], packets: number) {
  const url = new URL(database.urlOf(role))
  const link = await faultyLink({ host: url.hostname, port: Number(url.port) })
  url.port = String(link.port)
  // What was counted hasn't arrived yet: the command still waits for it.
  link.delayMs = 5
  const { child, ended } = machine.spawn(args, { env: { VARVE_TEAM_URL: url.href } })
  link.onPacket = (count) => {
    if (count === packets) child.kill('SIGKILL')
  }
  return ended
}

test('a push or a pull that is killed anywhere loses nothing, and the next sync completes it [SL-88]', async () => {
  const [alice, bob] = teamOf(database, 'alice', 'bob')
  if (alice === undefined || bob === undefined) throw new Error('no machines')
  for (let n = 0; n < RECORDS; n += 1) add(alice, `Text ${n} of many`)
  const before = everything(alice)
  let killed = 0
  // From the first words of a connection to what follows an append.
  for (const packets of [4, 12, 16, 18]) {
    killed += (await killAt(alice, 'alice', ['knowledge', 'push'], packets)).status === 0 ? 0 : 1
    expect(everything(alice)).toEqual(before)
    expectSound(alice)
  }
  alice.askJson(['knowledge', 'sync'])
  for (const packets of [6, 14]) {
    killed += (await killAt(bob, 'bob', ['knowledge', 'pull'], packets)).status === 0 ? 0 : 1
    expectSound(bob)
  }
  // Of the pushes at least the first: after one whose append has arrived the others have nothing to send.
  expect(killed).toBeGreaterThan(2)
  bob.askJson(['knowledge', 'sync'])
  expect(contents(shown(bob))).toEqual(contents(shown(alice)))
  const { project } = alice.askJson<{ project: string }>(['status'])
  const rows = await database.admin.rows<{ seq: string }>(
    'select seq from varve.journal where project_id = $1 order by seq',
    [project],
  )
  expect(rows.map(({ seq }) => Number(seq))).toEqual(Array.from({ length: RECORDS }, (_, n) => n + 1))
  expect(alice.askJson(['knowledge', 'sync'])).toMatchObject({ pulled: 0, pushed: 0 })
})
