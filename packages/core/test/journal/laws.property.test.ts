import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  applyRecord,
  type EntryId,
  entryEntity,
  entryId,
  findDrift,
  findRedoable,
  findUndoable,
  listRevisions,
  planHash,
  planRedo,
  planUndo,
  type RecordId,
  recordHash,
} from '../../src/index.ts'
import { buildAdd, buildRecord, createMemoryStore } from '../../src/testing/index.ts'
import { type Action, actions, allTexts, dump, isConflict, Replica } from './world.ts'

const history = fc.array(actions, { minLength: 1, maxLength: 25 })
/** Who acts, what they do, and with whom they exchange records afterwards. */
const teamHistory = fc.array(fc.tuple(fc.nat(2), actions, fc.option(fc.nat(2), { freq: 3 })), {
  minLength: 1,
  maxLength: 40,
})

function live(actionsDone: readonly Action[]): Replica {
  const replica = new Replica('a')
  for (const action of actionsDone) replica.act(action)
  return replica
}

test('any order, partition and repetition of a set of records folds to the same state [RS-79]', () => {
  fc.assert(
    fc.property(teamHistory, fc.infiniteStream(fc.nat()), (steps, random) => {
      const replicas = [new Replica('a'), new Replica('b', 4000), new Replica('c', -9000)]
      for (const [who, action, other] of steps) {
        replicas[who]?.act(action)
        if (other !== null) replicas[other]?.receive(replicas[who]?.records() ?? [])
      }
      const records = replicas.flatMap((replica) => replica.records())
      for (const replica of replicas) replica.receive(records)
      const shuffled = new Replica('d')
      for (const record of shuffle(records, random)) shuffled.receive([record])
      for (const replica of replicas) expect(dump(replica.store)).toBe(dump(shuffled.store))
    }),
    { numRuns: 150 },
  )
})

test('of different texts for one derived id every replica shows the same, whichever came first [LS-43]', () => {
  const texts = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 8 }), { minLength: 2, maxLength: 5 })
  fc.assert(
    fc.property(texts, fc.infiniteStream(fc.nat()), (given, random) => {
      const records = given.map((text, index) =>
        buildRecord((index * 7) % 4, [buildAdd('fused', text)], {
          clock: { client: String(index + 1).padStart(16, '0') },
        }),
      )
      const shown = [records, shuffle(records, random), shuffle(records, random)].map((order) => {
        const store = createMemoryStore()
        for (const record of order) store.transact('receive', (writer) => applyRecord(writer, record))
        return store.entry(entryId('fused'))
      })
      expect(given).toContain(shown[0]?.content)
      for (const other of shown) expect(other).toEqual(shown[0])
    }),
  )
})

test('the state that is kept equals a fold of the whole journal [RS-14]', () => {
  fc.assert(
    fc.property(history, (done) => {
      const { store } = live(done)
      expect(findDrift(store)).toEqual([])
    }),
    { numRuns: 150 },
  )
})

test('plan, apply, undo gives back the same bytes, at any depth [LS-56] [RS-16]', () => {
  fc.assert(
    fc.property(history, (done) => {
      const replica = new Replica('a')
      const dumps: string[] = [dump(replica.store, { activeOnly: true })]
      for (const action of done) {
        if (replica.act(action)) dumps.push(dump(replica.store, { activeOnly: true }))
      }
      for (let depth = dumps.length - 2; depth >= 0; depth--) {
        const target = findUndoable(replica.store)
        if (target === undefined) throw new Error('there is a record left to undo')
        replica.apply(planUndo(replica.store, target))
        expect(dump(replica.store, { activeOnly: true })).toBe(dumps[depth])
      }
      expect(findUndoable(replica.store)).toBeUndefined()
      for (let depth = 1; depth < dumps.length; depth++) {
        const target = findRedoable(replica.store)
        if (target === undefined) throw new Error('there is an undo left to redo')
        replica.apply(planRedo(replica.store, target))
        expect(dump(replica.store, { activeOnly: true })).toBe(dumps[depth])
      }
    }),
    { numRuns: 150 },
  )
})

test('an undo out of order is refused, or leaves every other field as it was; a cascade always works [RS-17]', () => {
  fc.assert(
    fc.property(history, fc.nat(), (done, which) => {
      const replica = live(done)
      const records = replica.records()
      const target = records[which % Math.max(1, records.length)]
      if (!target) return
      const before = dump(replica.store, { activeOnly: true })
      try {
        const record = replica.apply(planUndo(replica.store, target.id))
        replica.apply(planUndo(replica.store, record.id))
        expect(dump(replica.store, { activeOnly: true })).toBe(before)
      } catch (thrown) {
        if (!isConflict(thrown)) throw thrown
        expect(dump(replica.store, { activeOnly: true })).toBe(before)
        const record = replica.apply(planUndo(replica.store, target.id, { later: 'cascade' }))
        replica.apply(planRedo(replica.store, record.id))
        expect(dump(replica.store, { activeOnly: true })).toBe(before)
      }
    }),
    { numRuns: 200 },
  )
})

test('an undo that keeps later work leaves everything that later work wrote, and redo gives it all back [RS-17]', () => {
  fc.assert(
    fc.property(history, fc.nat(), (done, which) => {
      const replica = live(done)
      const records = replica.records()
      const target = records[which % Math.max(1, records.length)]
      if (!target) return
      const before = dump(replica.store, { activeOnly: true })
      const texts = textsWrittenAfter(replica, target.id)
      try {
        const record = replica.apply(planUndo(replica.store, target.id, { later: 'keep' }))
        for (const [id, content] of texts) expect(replica.store.entry(id)).toMatchObject({ content })
        replica.apply(planRedo(replica.store, record.id))
      } catch (thrown) {
        if (!isConflict(thrown)) throw thrown
      }
      expect(dump(replica.store, { activeOnly: true })).toBe(before)
    }),
    { numRuns: 200 },
  )
})

/** The text of each entry that a record after this one added or rewrote. */
function textsWrittenAfter({ store }: Replica, target: RecordId): ReadonlyMap<EntryId, string> {
  const texts = new Map<EntryId, string>()
  for (const { id } of store.records({ after: target })) {
    for (const operation of store.record(id)?.operations ?? []) {
      if (operation.op !== 'entry.add' && operation.op !== 'entry.revise') continue
      if (operation.op === 'entry.revise' && operation.set.content === undefined) continue
      texts.set(operation.id, store.entry(operation.id)?.content ?? '')
    }
  }
  return texts
}

test('no operation makes a text unreachable [LS-02]', () => {
  fc.assert(
    fc.property(history, (done) => {
      const { store } = live(done)
      const reachable = new Set<string>()
      for (const entry of store.entries({ visibility: 'all' })) {
        for (const revision of listRevisions(store.events(entryEntity(entry.id))))
          reachable.add(revision.content)
      }
      for (const text of allTexts(store)) expect(reachable).toContain(text)
    }),
    { numRuns: 100 },
  )
})

test('the plan of a dry run is the plan that is applied', () => {
  fc.assert(
    fc.property(history, (done) => {
      const replica = live(done)
      const target = findUndoable(replica.store)
      if (target === undefined) return
      const plan = planUndo(replica.store, target)
      expect(planHash(planUndo(replica.store, target))).toBe(planHash(plan))
      const record = replica.apply(plan)
      expect(record.operations).toEqual(plan.operations)
    }),
    { numRuns: 50 },
  )
})

test('every record proves whole by its hash [RS-13]', () => {
  fc.assert(
    fc.property(history, (done) => {
      for (const record of live(done).records())
        expect(recordHash(record, record.operations)).toBe(record.hash)
    }),
    { numRuns: 50 },
  )
})

test('a memory holds nothing before its first record', () => {
  expect(dump(createMemoryStore())).toBe('{"entries":[],"issues":[],"lineage":[],"links":[]}')
})

function shuffle<T>(values: readonly T[], random: Iterator<number>): readonly T[] {
  return values
    .map((value) => ({ value, rank: Number(random.next().value) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ value }) => value)
}
