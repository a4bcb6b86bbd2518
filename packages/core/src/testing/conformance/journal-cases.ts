import { entryId } from '../../domain/ids.ts'
import { entryEntity, type Operation } from '../../domain/operation.ts'
import { headerOf, type JournalRecord, recordHash } from '../../domain/record.ts'
import type { Store } from '../../ports/store.ts'
import { buildAdd, buildRecord } from '../builders.ts'
import { type ConformanceCase, same } from './expect.ts'

const retract: Operation = { op: 'entry.retract', id: entryId('a'), reason: 'was wrong' }
const lineage: Operation = {
  op: 'lineage.add',
  kind: 'digests',
  top: entryId('d'),
  under: entryId('a'),
  source_hash: 'unknown',
  was: null,
}
const first = buildRecord(1, [buildAdd('a', 'one'), buildAdd('b', 'two')])
const second = buildRecord(2, [retract, buildAdd('d', 'digest'), lineage], {
  stage: 'stage2',
  reason: 'said so',
  branch: 'main',
})
const third = buildRecord(3, [
  { op: 'project.policy', name: 'rules', value: { on: true }, was: null },
  { op: 'review.resolve', review: 'rv_0123456789ab', decision: { accept: true }, was: null },
  { op: 'session.mark', session: 's_0123', mark: 'tag', name: 'ci', value: {}, was: null },
  { op: 'link.add', link: { from: entryId('a'), to: entryId('b'), type: 'related', source: 'typed' } },
])

function append(store: Store, ...records: readonly JournalRecord[]): void {
  store.transact('append', (writer) => {
    for (const record of records) writer.appendRecord(record)
  })
}

/** Records, events and what is left of them after a purge. */
export const journalCases: readonly ConformanceCase[] = [
  {
    name: 'an empty store has no head, no records and nothing to list',
    check(store) {
      same(store.head() ?? null, null, 'head')
      same(store.records({}), [], 'records')
      same([...store.entities()], [], 'entities')
      same(store.size(), { entries: 0, heads: 0, records: 0 }, 'size')
    },
  },
  {
    name: 'a record comes back as it was appended',
    check(store) {
      append(store, first, second, third)
      for (const record of [first, second, third]) same(store.record(record.id), record, record.id)
      same(store.record(buildRecord(9, []).id) ?? null, null, 'an unknown record')
      same(store.size().records, 3, 'size')
    },
  },
  {
    name: 'some operations of a record are its first ones, or the first that touch an entry',
    check(store) {
      append(store, first, second)
      const some = (limit: number, entry?: string) =>
        store.someOperations(second.id, { limit, ...(entry !== undefined && { entry: entryId(entry) }) }) ??
        null
      same(some(2), second.operations.slice(0, 2), 'the first two')
      same(some(9, 'a'), [retract, lineage], 'of an entry, by either end of an edge')
      same(some(1, 'a'), [retract], 'no more than were asked for')
      same(some(9, 'b'), [], 'of an entry that another record touches')
      same(store.someOperations(buildRecord(9, []).id, { limit: 1 }) ?? null, null, 'an unknown record')
    },
  },
  {
    name: 'appending a record twice is false and changes nothing',
    check(store) {
      const results = store.transact('append', (writer) => [
        writer.appendRecord(first),
        writer.appendRecord(first),
      ])
      same(results, [true, false], 'results')
      same(store.events(entryEntity(entryId('a'))).length, 1, 'events')
    },
  },
  {
    name: 'records are listed by id whatever order they arrived in',
    check(store) {
      append(store, third, first, second)
      const stored = (record: JournalRecord) => ({
        ...headerOf(record),
        hash: record.hash,
        size: record.operations.length,
      })
      same(store.records({}), [first, second, third].map(stored), 'all')
      same(store.records({ newestFirst: true, limit: 2 }), [third, second].map(stored), 'newest first')
      same(store.head(), third.id, 'head')
    },
  },
  {
    name: 'records are filtered by range, stage, entity and entry',
    check(store) {
      append(store, first, second, third)
      const ids = (query: Parameters<Store['records']>[0]) => store.records(query).map(({ id }) => id)
      same(ids({ after: first.id }), [second.id, third.id], 'after')
      same(ids({ until: second.id }), [first.id, second.id], 'until')
      same(ids({ after: first.id, until: second.id }), [second.id], 'between')
      same(ids({ stage: 'stage2' }), [second.id], 'stage')
      same(ids({ entity: 'entry a' }), [first.id, second.id], 'entity')
      same(ids({ entity: 'lineage digests d a' }), [second.id], 'entity of an edge')
      same(ids({ entry: entryId('b') }), [first.id, third.id], 'entry')
      same(ids({ entry: entryId('a'), newestFirst: true, limit: 1 }), [third.id], 'newest of an entry')
    },
  },
  {
    name: 'record ids are found by prefix, in order, up to the limit',
    check(store) {
      append(store, third, second, first)
      same(store.recordIdsByPrefix(first.id.slice(0, 12), 2), [first.id, second.id], 'shared prefix')
      same(store.recordIdsByPrefix(second.id, 5), [second.id], 'whole id')
      same(store.recordIdsByPrefix('pl_ffff', 5), [], 'no such prefix')
    },
  },
  {
    name: 'events of an entity come by record id and position, however late a record arrives',
    check(store) {
      const early = buildRecord(0, [{ op: 'entry.restore', id: entryId('a') }, buildAdd('a', 'zero')], {
        actor: 'other',
      })
      append(store, second, first)
      append(store, early)
      const events = store.events('entry a')
      same(
        events.map(({ record, position, actor }) => [record, position, actor]),
        [
          [early.id, 0, 'other'],
          [early.id, 1, 'other'],
          [first.id, 0, 'tester'],
          [second.id, 0, 'tester'],
        ],
        'order',
      )
      same(events.at(-1)?.operation, retract, 'operation')
      same(store.events('entry zzz'), [], 'an unknown entity')
    },
  },
  {
    name: 'two records of one millisecond are told apart by counter and client',
    check(store) {
      const twin = (clock: { counter?: number; client?: string }) => buildRecord(1, [], { clock })
      const records = [twin({ counter: 1 }), twin({ client: '00000000000000ff' }), twin({})]
      append(store, ...records)
      const [counted, other, plain] = records.map(({ id }) => id)
      same(
        store.records({}).map(({ id }) => id),
        [plain, other, counted],
        'order',
      )
    },
  },
  {
    name: 'entities are listed once each, in text order',
    check(store) {
      append(store, third, second, first)
      const policy = (after: number, name: string) =>
        buildRecord(after, [{ op: 'project.policy', name, value: null, was: null }])
      append(store, policy(10, '\u{1f525}'), policy(11, '\uffee'), policy(12, 'é'), policy(13, '\u{1f525}'))
      same(
        [...store.entities()],
        [
          'entry a',
          'entry b',
          'entry d',
          'lineage digests d a',
          'link a related b typed',
          'policy rules',
          'policy é',
          'policy \u{1f525}',
          'policy \uffee',
          'review rv_0123456789ab',
          'session s_0123 tag ci',
        ],
        'entities',
      )
    },
  },
  {
    name: 'erased events keep their digests, so their record still proves whole',
    check(store) {
      append(store, first, second)
      store.transact('purge', (writer) => writer.eraseEvents('entry a'))
      for (const { id, hash } of [first, second]) {
        const record = store.record(id)
        same(record?.hash, hash, 'kept hash')
        same(record && recordHash(record, record.operations), hash, 'recomputed hash')
      }
      same(
        store
          .events('entry a')
          .map(({ operation }) => (operation.op === 'erased' ? operation.was : operation)),
        ['entry.add', 'entry.retract'],
        'erased events',
      )
      same(store.record(first.id)?.operations[1], first.operations[1], 'another entity')
      same(store.records({ entry: entryId('a') }).length, 2, 'still listed under the entry')
    },
  },
  {
    name: 'erasing spares the purge itself, and erasing twice is erasing once',
    check(store) {
      const purge: Operation = { op: 'purge', id: entryId('a'), hash: 'hash', reason: 'a secret' }
      append(store, first, buildRecord(5, [purge]))
      const erase = () => store.transact('purge', (writer) => writer.eraseEvents('entry a'))
      erase()
      const once = store.events('entry a')
      erase()
      same(once.at(-1)?.operation, purge, 'the purge')
      same(store.events('entry a'), once, 'twice')
      same(store.damagedRecords(), [], 'damaged')
    },
  },
  {
    name: 'a record whose hash does not prove it is named, by id',
    check(store) {
      append(store, first, { ...third, hash: first.hash }, { ...second, actor: 'someone else' })
      same(
        store.damagedRecords(),
        [second, third].map(({ id }) => ({ id, reason: 'hash_mismatch' })),
        'damaged',
      )
    },
  },
  {
    name: 'text of every kind survives the journal',
    check(store) {
      const text = 'NUL \u0000, quote ", lone \ud83d, fire \u{1f525}, \r\n, \u2028, __proto__'
      const record = buildRecord(1, [
        buildAdd('__proto__x'.slice(2), text, { custom: { constructor: 'x', deep: [[[null]]] } }),
      ])
      append(store, record)
      same(store.record(record.id), record, 'record')
    },
  },
]
