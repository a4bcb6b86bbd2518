import { expect, test } from 'vitest'
import { entryId, type Operation, planEdit } from '../../src/index.ts'
import { exchangeRecords, projectAll } from '../../src/sync/index.ts'
import { buildAdd, FakeTeam } from '../../src/testing/index.ts'
import { Replica } from '../journal/world.ts'
import { AT_ONCE, everythingOf, exchange } from './teams.ts'

/** A learning that one session showed: worth a row of the projection. */
function learn(replica: Replica, id: string, content = `Text of ${id}`) {
  const operations: readonly Operation[] = [
    buildAdd(id, content),
    {
      op: 'learning.sight',
      id: entryId(id),
      occasion: `session of ${id}`,
      source: { kind: 'session', trust: 'agent' },
      rating: { impact: 8, specificity: 8, evidence: [] },
    },
  ]
  return replica.apply({ stage: 'learn', command: 'learn', operations, base: [] })
}

const full = (replica: Replica, team: FakeTeam, name: string) =>
  exchangeRecords(replica.store, team.carrier(name), 'both', { ...AT_ONCE, full: true })

test('a server that was put back to an earlier state says so, and a sync of everything gives it what it lost', async () => {
  const team = new FakeTeam('fake', 2)
  const [alice, bob] = [new Replica('a'), new Replica('b')]
  learn(alice, 'e1')
  await exchange(alice, team.carrier('alice'))
  const [journal, rows] = [[...team.journal], new Map(team.rows)]
  for (const id of ['e2', 'e3', 'e4']) learn(alice, id)
  await exchange(alice, team.carrier('alice'))
  await exchange(bob, team.carrier('bob'))
  team.journal.splice(0, Infinity, ...journal)
  team.rows.clear()
  for (const [id, row] of rows) team.rows.set(id, row)

  await expect(exchange(alice, team.carrier('alice'))).rejects.toMatchObject({
    code: 'team_unreachable',
    fix: ['varve knowledge sync --full'],
  })
  expect(await full(bob, team, 'bob')).toMatchObject({ pushed: 3, taken: [] })
  expect(await full(alice, team, 'alice')).toMatchObject({ pushed: 0, taken: [] })
  expect(new Set(team.ids())).toEqual(new Set(alice.records().map(({ id }) => id)))
  expect([...team.rows.keys()].sort()).toEqual(['e1', 'e2', 'e3', 'e4'])
  expect(everythingOf(bob.store)).toBe(everythingOf(alice.store))
  expect(await exchange(alice, team.carrier('alice'))).toMatchObject({ pushed: 0 })
})

test('a projection that drifted is made right by a sync of everything, with nothing to send', async () => {
  const team = new FakeTeam()
  const alice = new Replica('a')
  for (const id of ['e1', 'e2']) learn(alice, id)
  await exchange(alice, team.carrier('alice'))
  const [e1] = team.rows.values()
  if (e1 === undefined) throw new Error('no row')
  team.rows.set(e1.id, { ...e1, content: 'forged', impact_score: 10 })
  team.rows.set(entryId('ghost'), { ...e1, id: entryId('ghost') })
  team.rows.delete(entryId('e2'))
  expect(await full(alice, team, 'alice')).toMatchObject({ pushed: 0 })
  expect([...team.rows.values()].sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual(projectAll(alice.store))
})

test('what a push that was cut off left undone in the projection is done by whoever sends next, or by itself', async () => {
  const team = new FakeTeam()
  const [alice, bob] = [new Replica('a'), new Replica('b')]
  for (let n = 0; n < 501; n += 1) learn(alice, `e${n}`)
  let calls = 0
  // The first call has records alone; the second, which would have all rows, is cut.
  const cut = team.carrier('alice', () => (++calls > 2 ? 'cut' : undefined))
  await expect(exchange(alice, cut)).rejects.toThrow('cut')
  expect([team.journal.length, team.rows.size]).toEqual([500, 0])
  // Bob has nothing to send; then he has, and what alice left undone is no matter to him.
  await exchange(bob, team.carrier('bob'))
  learn(bob, 'own')
  await exchange(bob, team.carrier('bob'))
  expect([...team.rows.values()].sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual(projectAll(bob.store))
  await exchange(alice, team.carrier('alice'))
  expect(team.rows.size).toBe(502)
})

test('an entry of a record that is too large is projected by no row, until its record is there', async () => {
  const team = new FakeTeam()
  const alice = new Replica('a')
  learn(alice, 'large', 'x'.repeat(1024 * 1024))
  learn(alice, 'small')
  expect(await exchange(alice, team.carrier('alice'))).toMatchObject({ pushed: 1 })
  expect([...team.rows.keys()]).toEqual(['small'])
  alice.apply(planEdit(alice.store, entryId('small'), { set: { content: 'y'.repeat(1024 * 1024) } }))
  learn(alice, 'other')
  await exchange(alice, team.carrier('alice'))
  expect([...team.rows.keys()].sort()).toEqual(['other', 'small'])
  // What it says there is what the journal there folds to.
  const fresh = new Replica('z')
  await exchange(fresh, team.carrier('zoe'))
  expect([...team.rows.values()].sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual(projectAll(fresh.store))
})

test('a call has no more of a projection than it bears', async () => {
  const team = new FakeTeam()
  const alice = new Replica('a')
  for (let n = 0; n < 9; n += 1) learn(alice, `e${n}`, `${n} ${'x'.repeat(900_000)}`)
  const a = team.carrier('alice')
  const sizes: number[] = []
  await exchange(alice, {
    ...a,
    append: (...call) => {
      sizes.push(JSON.stringify(call).length)
      return a.append(...call)
    },
  })
  expect(team.rows.size).toBe(9)
  // Four MiB of records, and four of rows.
  expect(Math.max(...sizes)).toBeLessThan(8.5 * 1024 * 1024)
})
