import { expect, test } from 'vitest'
import {
  type EntryId,
  entryId,
  type JournalRecord,
  type Operation,
  planEdit,
  planPurge,
  planRestore,
  planRetract,
  recordHash,
} from '../../src/index.ts'
import { countWaiting, exchangeRecords, projectAll } from '../../src/sync/index.ts'
import { buildAdd, buildRecord, FakeTeam } from '../../src/testing/index.ts'
import { Replica } from '../journal/world.ts'
import { AT_ONCE, everythingOf, exchange } from './teams.ts'

const E1 = entryId('e1')

function say(replica: Replica, ...operations: readonly Operation[]): JournalRecord {
  return replica.apply({ stage: 'edit', command: 'test', operations, base: [] })
}

/** A learning that both people derive the same id for, seen in one session. */
function see(replica: Replica, session: string, id: EntryId = E1): JournalRecord {
  const isNew = replica.store.entry(id) === undefined
  return say(replica, ...(isNew ? [buildAdd(id, 'Run make api after a change')] : []), {
    op: 'learning.sight',
    id,
    occasion: session,
    source: { kind: 'session', trust: 'agent' },
    rating: { impact: 8, specificity: 8, evidence: [], branch: 'main' },
  })
}

function pair() {
  const team = new FakeTeam()
  const [alice, bob] = [new Replica('a'), new Replica('b')]
  return { team, alice, bob, a: team.carrier('alice'), b: team.carrier('bob') }
}

test('two people who each saw a thing once offline have seen it twice, there as here; edits and retractions travel [SL-81] [RS-80] [BR-64]', async () => {
  const { team, alice, bob, a, b } = pair()
  see(alice, 'session a')
  see(bob, 'session b')
  await exchange(alice, a)
  await exchange(bob, b)
  await exchange(alice, a)
  for (const { store } of [alice, bob]) expect(store.entry(E1)?.learning?.sessions).toBe(2)
  expect([...team.rows.values()]).toEqual(projectAll(alice.store))
  expect(team.rows.get(E1)).toMatchObject({ recurrence_count: 2, branch: 'main', scope: 'project' })

  alice.apply(planRetract(alice.store, E1))
  // Bob, who doesn't know of it, says something else of the entry, later.
  bob.apply(planEdit(bob.store, E1, { addTags: ['late'] }))
  bob.apply(planEdit(bob.store, E1, { addTags: ['later'] }))
  await exchange(alice, a)
  await exchange(bob, b)
  await exchange(alice, a)
  for (const { store } of [alice, bob]) expect(store.entry(E1)?.state).toBe('retracted')
  expect(team.rows.size).toBe(0)
  bob.apply(planRestore(bob.store, E1))
  await exchange(bob, b)
  await exchange(alice, a)
  expect(everythingOf(alice.store)).toBe(everythingOf(bob.store))
  expect(team.rows.size).toBe(1)
})

test('what was sent and never answered is not sent twice [SL-84] [RS-85]', async () => {
  const { team, alice } = pair()
  for (const n of [1, 2, 3]) say(alice, buildAdd(`e${n}`, `Text ${n}`))
  const lost = team.carrier('alice', () => 'unanswered')
  await expect(exchange(alice, lost)).rejects.toThrow('unanswered')
  expect([team.journal.length, countWaiting(alice.store, 'fake')]).toEqual([3, 3])
  expect(await exchange(alice, team.carrier('alice'))).toMatchObject({ pushed: 0, taken: [] })
  expect([team.journal.length, countWaiting(alice.store, 'fake')]).toEqual([3, 0])
  say(alice, buildAdd('e4', 'Text 4'))
  expect(await exchange(alice, team.carrier('alice'))).toMatchObject({ pushed: 1 })
  expect(new Set(team.ids()).size).toBe(4)
})

test('a pull that ends in the middle takes nothing away, and goes on from where it was [RS-82]', async () => {
  const team = new FakeTeam('fake', 2)
  const [alice, bob] = [new Replica('a'), new Replica('b')]
  for (const n of [1, 2, 3, 4, 5]) say(alice, buildAdd(`e${n}`, `Text ${n}`))
  await exchange(alice, team.carrier('alice'))
  say(bob, buildAdd('own', 'Own'))
  let calls = 0
  const cut = team.carrier('bob', () => (++calls > 2 ? 'cut' : undefined))
  await expect(exchange(bob, cut, 'pull')).rejects.toThrow('cut')
  expect(bob.store.size()).toMatchObject({ entries: 5 })
  expect(await exchange(bob, team.carrier('bob'), 'pull')).toMatchObject({ from: 4, to: 5 })
  expect(bob.store.size()).toMatchObject({ entries: 6 })
})

test('a record that is not whole is named with its number and its author, and the others count [SL-85]', async () => {
  const { team, alice, bob, a, b } = pair()
  for (const n of [1, 2, 3]) say(alice, buildAdd(`e${n}`, `Text ${n}`))
  await exchange(alice, a)
  const [first, second, third] = team.journal
  if (!first || !second || !third) throw new Error('no records')
  team.journal[1] = { ...second, value: { ...Object(second.value), actor: 'mallory' } }
  const pulled = await exchange(bob, b)
  expect(pulled.issues).toMatchObject([
    { code: 'journal_corrupt', detail: { seq: 2, author: 'alice', reason: 'hash_mismatch' } },
  ])
  expect([pulled.quarantined, bob.store.size().entries]).toEqual([1, 2])
  // Nor does it stand in the way of what comes after it, and whoever has it whole doesn't send it again.
  say(bob, buildAdd('e9', 'Later'))
  expect(await exchange(bob, b)).toMatchObject({ pushed: 1, issues: [] })
  expect(await exchange(alice, a)).toMatchObject({ pushed: 0 })
  expect(alice.store.size().entries).toBe(4)
})

test('a forged record is of no use: another project, another id, another hash, an operation that nobody could write', async () => {
  const { team, bob, b } = pair()
  const record = buildRecord(1, [buildAdd('e1', 'Text')])
  const strange = buildRecord(2, [
    { op: 'entry.add', id: entryId('e2'), fields: { content: 'no more' } } as unknown as Operation,
  ])
  const other = buildRecord(3, [buildAdd('e3', 'Text')], { project: 'another' })
  const whole = buildRecord(4, [buildAdd('e4', 'Whole')])
  const filed = (value: JournalRecord, rest: object = {}) =>
    team.journal.push({
      at: team.journal.length + 1,
      author: 'mallory',
      id: value.id,
      digest: value.hash,
      value,
      ...rest,
    })
  filed(record, { id: other.id })
  filed(record, { digest: whole.hash })
  filed(strange)
  filed(other)
  filed({ ...record, hash: recordHash(other, other.operations) })
  filed(whole)
  const { issues, to } = await exchange(bob, b)
  expect(issues.map(({ code }) => code)).toEqual(Array(5).fill('journal_corrupt'))
  expect([to, [...bob.store.entries({ visibility: 'all' })].map(({ id }) => id)]).toEqual([6, ['e4']])
})

test('a record of a newer program stops a pull there, and none is passed over', async () => {
  const { team, bob, b } = pair()
  for (const n of [1, 2, 3]) {
    const record = buildRecord(n, [buildAdd(`e${n}`, `Text ${n}`)], n === 2 ? { schema: 99 } : {})
    team.journal.push({ at: n, author: 'alice', id: record.id, digest: record.hash, value: record })
  }
  const { issues, to } = await exchange(bob, b)
  expect([issues.map(({ code }) => code), to, bob.store.size().entries]).toEqual([['upgrade_required'], 1, 1])
  expect((await exchange(bob, b)).issues.map(({ code }) => code)).toEqual(['upgrade_required'])
})

test('a record from a clock that is far ahead is folded as dated, and told of; what is written next is later', async () => {
  const { team, bob, b } = pair()
  const ahead = buildRecord(600_000, [buildAdd('e1', 'From the future')])
  team.journal.push({ at: 1, author: 'alice', id: ahead.id, digest: ahead.hash, value: ahead })
  const { issues } = await exchangeRecords(bob.store, b, 'pull', AT_ONCE)
  expect(issues).toMatchObject([{ code: 'future_dated', subjects: [ahead.id] }])
  expect(say(bob, buildAdd('e2', 'Now')).id > ahead.id).toBe(true)
})

test('what is said of sessions alone stays here, and what is too large stays until it can go by git', async () => {
  const { team, alice, a } = pair()
  say(alice, {
    op: 'session.mark',
    session: 's1',
    mark: 'tag',
    name: 'ci',
    value: {},
    was: null,
  } as Operation)
  const large = say(alice, buildAdd('e1', 'x'.repeat(1024 * 1024)))
  const small = say(alice, buildAdd('e2', 'Small'))
  const { pushed, issues } = await exchange(alice, a)
  expect([pushed, team.ids()]).toEqual([1, [small.id]])
  expect(issues).toMatchObject([{ code: 'record_too_large', subjects: [large.id] }])
  expect(countWaiting(alice.store, 'fake')).toBe(1)
})

test('a purge takes the text from the server where an owner syncs, and says so where it can’t', async () => {
  const { team, alice, bob, a } = pair()
  const b = team.carrier('bob', () => undefined, false)
  say(bob, buildAdd('e1', 'swordfish'))
  await exchange(bob, b)
  await exchange(alice, a)
  bob.apply(planPurge(bob.store, [E1], { reason: 'leaked' }))
  expect((await exchange(bob, b)).issues.map(({ code }) => code)).toEqual(['purge_pending'])
  expect(JSON.stringify(team.journal)).toContain('swordfish')
  expect((await exchange(alice, a)).issues).toEqual([])
  expect(JSON.stringify(team.journal)).not.toContain('swordfish')
  const late = new Replica('c')
  expect((await exchange(late, team.carrier('carol'))).issues).toEqual([])
  expect(everythingOf(late.store)).toBe(everythingOf(alice.store))
})

test('many records go in calls of five hundred at most, and twelve refusals end a try with nothing lost', async () => {
  const { team, alice } = pair()
  for (let n = 0; n < 1201; n += 1) say(alice, buildAdd(`e${n}`, `Text ${n}`))
  const sizes: number[] = []
  const a = team.carrier('alice')
  const counting = {
    ...a,
    append: (...call: Parameters<typeof a.append>) => {
      sizes.push(call[1].length)
      return a.append(...call)
    },
  }
  const waits: number[] = []
  const patience = { ...AT_ONCE, wait: async (ms: number) => void waits.push(ms) }
  const refused = team.carrier('alice', () => 'moved')
  await expect(exchangeRecords(alice.store, refused, 'push', patience)).rejects.toMatchObject({
    code: 'busy',
  })
  expect(waits).toEqual([50, 100, 200, 400, 800, 1600, 2000, 2000, 2000, 2000, 2000])
  await exchange(alice, counting)
  expect(sizes).toEqual([500, 500, 201])
  expect(team.ids()).toEqual(alice.store.records({}).map(({ id }) => id))
})

test('a pulled record is never sent back, and a sync with nothing new sends nothing [RS-81]', async () => {
  const { alice, bob, a, b } = pair()
  see(alice, 'session a')
  await exchange(alice, a)
  for (const _ of [1, 2]) {
    for (const [replica, carrier] of [
      [bob, b],
      [alice, a],
    ] as const) {
      const calls: unknown[] = []
      const watched = {
        ...carrier,
        append: (...call: Parameters<typeof carrier.append>) => {
          calls.push(call)
          return carrier.append(...call)
        },
      }
      expect(await exchange(replica, watched)).toMatchObject({ pushed: 0 })
      expect(calls).toEqual([])
    }
  }
  expect(bob.store.record(alice.records()[0]?.id as JournalRecord['id'])).toEqual(alice.records()[0])
})
