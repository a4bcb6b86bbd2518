import { entryId } from '../../domain/ids.ts'
import { BUILT_AT, buildAdd, buildEntry, buildRecord, buildRow, buildView } from '../builders.ts'
import { put, show } from './entry-steps.ts'
import { type ConformanceCase, same } from './expect.ts'

/** Entries as they are put, changed, dropped and found by their ids. */
export const entryCases: readonly ConformanceCase[] = [
  {
    name: 'an entry comes back as it was put, and the last put wins',
    check(store) {
      const entry = buildEntry('a', {
        title: 'T',
        summary: 'S',
        tags: ['x', 'y'],
        refs: [{ path: 'src/a.ts', line: 3 }],
        entity: { kind: 'file', name: 'a' },
        custom: { constructor: 1, list: [1, 'two', null] },
        flags: [{ kind: 'stale', reason: 'moved', by: 'check', at: BUILT_AT }],
        importance: 0.25,
      })
      put(store, 'a', entry)
      same(store.entry(entry.id), entry, 'first put')
      const { title: _, ...untitled } = entry
      put(store, 'a', { ...untitled, content: 'other' })
      same(store.entry(entry.id), { ...untitled, content: 'other' }, 'second put')
      same(store.entry(entryId('b')) ?? null, null, 'an unknown entry')
    },
  },
  {
    name: 'an entry whose text is in the journal comes back whole, also after its text changed',
    check(store) {
      const add = buildAdd('a', 'from the journal', { title: 'T', tags: ['t'], value: 70 })
      if (add.op !== 'entry.add') throw new Error('not an add')
      const added = buildEntry('a', add.fields)
      const flagged = {
        ...added,
        pinned: true,
        flags: [{ kind: 'stale', reason: 'r', by: 'me', at: 1 }],
      } as const
      const { title: _, value: __, ...revised } = { ...flagged, content: 'changed' }
      store.transact('add', (writer) => {
        writer.appendRecord(buildRecord(0, [add]))
        writer.putEntry(added, buildRow(added))
      })
      same(store.entry(added.id), added, 'added')
      for (const entry of [flagged, revised, added]) {
        put(store, 'a', entry)
        same(store.entry(added.id), entry, 'changed')
      }
      store.transact('erase', (writer) => writer.eraseEvents('entry a'))
      same(store.entry(added.id), added, 'after its events were erased')
    },
  },
  {
    name: 'a dropped entry is gone with its view',
    check(store) {
      put(store, 'a')
      show(store, buildView('a', { hidden: { reason: 'retracted', by: null } }))
      store.transact('drop', (writer) => writer.dropEntry(entryId('a')))
      same(store.entry(entryId('a')) ?? null, null, 'entry')
      same(store.view(entryId('a')) ?? null, null, 'view')
      same([...store.compactionRows({})], [], 'rows')
      same(store.size(), { entries: 0, heads: 0, records: 0 }, 'size')
    },
  },
  {
    name: 'entry ids are found by prefix, in text order, up to the limit',
    check(store) {
      for (const id of ['cr-2', 'b', 'cr-10', 'cr-1', 'Cr-1', 'c_x']) put(store, id)
      same(store.entryIdsByPrefix('cr-', 9), ['cr-1', 'cr-10', 'cr-2'], 'all')
      same(store.entryIdsByPrefix('cr-', 2), ['cr-1', 'cr-10'], 'limit')
      same(store.entryIdsByPrefix('cr-1', 9), ['cr-1', 'cr-10'], 'an id that is a prefix')
      same(store.entryIdsByPrefix('c_', 9), ['c_x'], 'an underscore is literal')
      same(store.entryIdsByPrefix('%', 9), [], 'a percent sign is literal')
    },
  },
  {
    name: 'prefixes of several ids are told from those of one or none',
    check(store) {
      for (const id of ['cr-2', 'b', 'cr-10', 'cr-1', 'c_x']) put(store, id)
      same([...store.sharedPrefixes(['cr-1', 'c_', 'b', 'c', 'no', '%'])].sort(), ['c', 'cr-1'], 'shared')
      same([...store.sharedPrefixes([])], [], 'none asked for')
    },
  },
  {
    name: 'a prefix of four characters finds its entries',
    check(store) {
      put(store, '7d5f0b1e-3a0c-4c2b-9f4e-6b1f2a9c8d30')
      put(store, '7d5fffff-3a0c-4c2b-9f4e-6b1f2a9c8d30')
      same(store.entryIdsByPrefix('7d5f', 2).length, 2, 'ambiguous')
      same(store.entryIdsByPrefix('7d5f0', 2), ['7d5f0b1e-3a0c-4c2b-9f4e-6b1f2a9c8d30'], 'unique')
    },
  },
]
