import { entryId } from '../../domain/ids.ts'
import type { CompactionRow, EntryQuery, EntryView, Store } from '../../ports/store.ts'
import { BUILT_AT, buildAdd, buildEntry, buildRecord, buildRow, buildView } from '../builders.ts'
import { type ConformanceCase, same } from './expect.ts'

type EntryOptions = Parameters<typeof buildEntry>[1]

function put(store: Store, id: string, entry: EntryOptions = {}, row: Partial<CompactionRow> = {}): void {
  const built = buildEntry(id, entry)
  store.transact('put', (writer) => writer.putEntry(built, buildRow(built, row)))
}

function show(store: Store, ...views: readonly EntryView[]): void {
  store.transact('show', (writer) => writer.putViews(views))
}

function idsOf(store: Store, query: Partial<EntryQuery> = {}): readonly string[] {
  return [...store.entries({ visibility: 'all', ...query })].map(({ id }) => id)
}

const ids = (...names: readonly string[]) => names.map(entryId)
const day = 86_400_000

/** Entries, their rows and their views. */
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
    name: 'a prefix of four characters finds its entries',
    check(store) {
      put(store, '7d5f0b1e-3a0c-4c2b-9f4e-6b1f2a9c8d30')
      put(store, '7d5fffff-3a0c-4c2b-9f4e-6b1f2a9c8d30')
      same(store.entryIdsByPrefix('7d5f', 2).length, 2, 'ambiguous')
      same(store.entryIdsByPrefix('7d5f0', 2), ['7d5f0b1e-3a0c-4c2b-9f4e-6b1f2a9c8d30'], 'unique')
    },
  },
  {
    name: 'entries are sorted as asked, ties by id',
    check(store) {
      put(store, 'c', { created: BUILT_AT - day, updated: BUILT_AT + 1, value: 80 })
      put(store, 'b', { created: BUILT_AT - 3 * day, updated: BUILT_AT + 2 })
      put(store, 'a', { created: BUILT_AT - day, updated: BUILT_AT + 2, value: 20 })
      same(idsOf(store), ['a', 'b', 'c'], 'default')
      same(idsOf(store, { sort: 'newest' }), ['a', 'c', 'b'], 'newest')
      same(idsOf(store, { sort: 'created' }), ['a', 'c', 'b'], 'created')
      same(idsOf(store, { sort: 'updated' }), ['a', 'b', 'c'], 'updated')
      same(idsOf(store, { sort: 'value' }), ['c', 'b', 'a'], 'value: unset counts as 50')
    },
  },
  {
    name: 'newest goes by the time of assertion, not of creation',
    check(store) {
      put(store, 'a', { created: BUILT_AT - 2 * day })
      put(store, 'b', { created: BUILT_AT - 3 * day, asserted_to: BUILT_AT })
      same(idsOf(store, { sort: 'newest' }), ['b', 'a'], 'newest')
      same(idsOf(store, { assertedBefore: BUILT_AT }), ['a'], 'before is exclusive')
      same(idsOf(store, { assertedSince: BUILT_AT }), ['b'], 'since is inclusive')
    },
  },
  {
    name: 'filters of entries are a conjunction',
    check(store) {
      put(store, 'a', { category: 'operations', tags: ['x'], type: 'note' })
      put(store, 'b', { category: 'operations', tags: ['x', 'y'] })
      put(store, 'c', { tags: ['y'], scope: 'branch:main' })
      same(idsOf(store, { category: 'operations' }), ['a', 'b'], 'category')
      same(idsOf(store, { tag: 'y' }), ['b', 'c'], 'tag')
      same(idsOf(store, { type: 'note' }), ['a'], 'type')
      same(idsOf(store, { scopes: ['branch:main', 'session:s'] }), ['c'], 'scopes')
      same(idsOf(store, { scopes: [] }), [], 'no scope')
      same(idsOf(store, { exclude: ids('b') }), ['a', 'c'], 'exclude')
      same(idsOf(store, { ids: ids('c', 'x', 'a') }), ['a', 'c'], 'ids')
      same(idsOf(store, { ids: ids('c', 'a'), tag: 'x' }), ['a'], 'ids with a tag')
      same(idsOf(store, { category: 'operations', tag: 'y', type: 'fact' }), ['b'], 'all together')
    },
  },
  {
    name: 'limit and offset cut the ordered list',
    check(store) {
      for (const id of ['d', 'b', 'a', 'c']) put(store, id)
      same(idsOf(store, { limit: 2 }), ['a', 'b'], 'limit')
      same(idsOf(store, { limit: 2, offset: 3 }), ['d'], 'offset')
      same(idsOf(store, { offset: 2 }), ['c', 'd'], 'offset alone')
      same(idsOf(store, { limit: 0 }), [], 'zero')
      same(idsOf(store, { tag: 'none', limit: 2 }), [], 'nothing found')
    },
  },
  {
    name: 'a changed tag, category or scope is found as changed',
    check(store) {
      put(store, 'a', { tags: ['old', 'kept'], category: 'one' })
      put(store, 'a', { tags: ['kept', 'new'], category: 'two', scope: 'session:s' })
      same(idsOf(store, { tag: 'old' }), [], 'old tag')
      same(idsOf(store, { tag: 'new' }), ['a'], 'new tag')
      same(idsOf(store, { tag: 'kept', category: 'two', scopes: ['session:s'] }), ['a'], 'rest')
    },
  },
  {
    name: 'views decide what heads and hidden entries are; an entry without a view is a head',
    check(store) {
      for (const id of ['a', 'b', 'c']) put(store, id)
      const hidden = buildView('b', { hidden: { reason: 'digested', by: entryId('a') } })
      show(store, buildView('a', { stands_for: 1, tags: ['t'], also_in: ['operations'] }), hidden)
      same(
        store.view(entryId('a')),
        buildView('a', { stands_for: 1, tags: ['t'], also_in: ['operations'] }),
        'head',
      )
      same(store.view(entryId('b')), hidden, 'hidden view')
      same(store.view(entryId('c')) ?? null, null, 'no view')
      same(
        [...store.views()].map((each) => each.id),
        ['a', 'b'],
        'all views by id',
      )
      same(idsOf(store, { visibility: 'heads' }), ['a', 'c'], 'heads')
      same(idsOf(store, { visibility: 'hidden' }), ['b'], 'hidden')
      same(idsOf(store, { visibility: 'heads', sort: 'newest', limit: 1 }), ['a'], 'first of the heads')
      same(store.size(), { entries: 3, heads: 2, records: 0 }, 'size')
      same([store.headCount(9), store.headCount(1)], [2, 1], 'heads, counted so far')
    },
  },
  {
    name: 'a view is replaced, survives its entry being put again, and can be dropped',
    check(store) {
      put(store, 'a')
      const hidden = buildView('a', { hidden: { reason: 'superseded', by: entryId('b') }, forks: ids('c') })
      show(store, buildView('a'))
      show(store, hidden)
      put(store, 'a', { tags: ['later'] })
      same(store.view(entryId('a')), hidden, 'after another put')
      same(idsOf(store, { visibility: 'heads' }), [], 'still hidden')
      show(store, buildView('a', { contested_by: ids('d') }))
      same(idsOf(store, { visibility: 'heads' }), ['a'], 'shown again')
      show(store, hidden)
      store.transact('drop', (writer) => writer.dropViews(ids('a', 'unknown')))
      same(store.view(entryId('a')) ?? null, null, 'dropped')
      same(idsOf(store, { visibility: 'heads' }), ['a'], 'shown without a view')
    },
  },
  {
    name: 'what an entry hides is found from it, until it hides it no more',
    check(store) {
      const under = (by: string | null) => ({
        hidden: { reason: 'digested', by: by === null ? null : entryId(by) } as const,
      })
      const underIds = (...tops: readonly string[]) => store.hiddenBy(tops.map(entryId)).map(({ id }) => id)
      for (const id of ['a', 'b', 'c', 'd', 'e']) put(store, id)
      const [a, b, d] = [buildView('a', under('d')), buildView('b', under(null)), buildView('d', under('e'))]
      show(store, buildView('c', under('d')), a, d, b, buildView('e'))
      same(store.hiddenBy([entryId('d')]), [a, buildView('c', under('d'))], 'of d')
      same(underIds('e', 'd', 'a'), ['a', 'c', 'd'], 'of several, by id')
      same(underIds(), [], 'of none')
      same(
        [...store.views([entryId('e'), entryId('x'), entryId('b')])].map(({ id }) => id),
        ['b', 'e'],
        'views',
      )
      store.transact('change', (writer) => {
        writer.putViews([buildView('a'), buildView('d', under('b'))])
        writer.dropViews([entryId('c')])
      })
      same(underIds('d', 'e'), [], 'no more')
      same(underIds('b'), ['d'], 'moved')
      store.transact('drop', (writer) => writer.dropEntry(entryId('d')))
      same(underIds('b'), [], 'gone')
    },
  },
  {
    name: 'a view of an entry that is not there is not kept',
    check(store) {
      show(store, buildView('ghost'))
      same(store.view(entryId('ghost')) ?? null, null, 'view')
    },
  },
  {
    name: 'compaction rows come by id, of the ids or scopes asked for',
    check(store) {
      const row = buildRow(buildEntry('b'), {
        text_key: null,
        slot: 'ci port',
        pinned: true,
        forgotten: true,
        trust: 'web',
        confidence: 'low',
        tags: ['x', 'y'],
        content_hash: 'hash',
        marks: 'marks é',
      })
      put(store, 'b', {}, row)
      put(store, 'c', { scope: 'branch:main' })
      put(store, 'a', { title: 'T', state: 'retracted' })
      const rowsOf = (selection: Parameters<Store['compactionRows']>[0]) => [
        ...store.compactionRows(selection),
      ]
      same(
        rowsOf({}).map(({ id }) => id),
        ['a', 'b', 'c'],
        'all',
      )
      same(rowsOf({ ids: ids('b') }), [row], 'one row whole')
      same(
        rowsOf({ ids: ids('c', 'none', 'a', 'c') }).map(({ id }) => id),
        ['a', 'c'],
        'by ids, each once',
      )
      same(
        rowsOf({ scopes: ['project'] }).map(({ id }) => id),
        ['a', 'b'],
        'by scope',
      )
      same(
        rowsOf({ ids: ids('a', 'c'), scopes: ['branch:main'] }).map(({ id }) => id),
        ['c'],
        'both',
      )
      same(rowsOf({ ids: [] }), [], 'no ids')
      const [titled] = rowsOf({ ids: ids('a') })
      same([titled?.titled, titled?.retracted, titled?.text_key], [true, true, null], 'booleans')
    },
  },
  {
    name: 'members of a class and of a slot are those of its scope, by id',
    check(store) {
      put(store, 'b', { content: 'Same', key: 'port' })
      put(store, 'a', { content: 'same', key: 'port' })
      put(store, 'c', { content: 'same', scope: 'branch:main', key: 'port' })
      put(store, 'd', { content: 'same', title: 'A note' }, { text_key: 'same' })
      same(store.classMembers('project', 'same'), ['a', 'b'], 'class')
      same(store.classMembers('branch:main', 'same'), ['c'], 'class of a branch')
      same(store.scopes(), ['branch:main', 'project'], 'scopes')
      same(store.slotMembers('project', 'port'), ['a', 'b'], 'slot')
      same(store.slotMembers('project', 'Port'), [], 'another slot')
      put(store, 'b', { content: 'different' })
      same(store.classMembers('project', 'same'), ['a'], 'class after a change')
      same(store.slotMembers('project', 'port'), ['a'], 'slot after a change')
    },
  },
  {
    name: 'a list can be walked while its entries are written',
    check(store) {
      for (let index = 0; index < 50; index++) put(store, `e${100 + index}`)
      const seen = store.transact('touch', (writer) => {
        const walked: string[] = []
        for (const entry of writer.entries({ visibility: 'all' })) {
          walked.push(entry.id)
          const touched = { ...entry, pinned: true }
          writer.putEntry(touched, buildRow(touched))
          writer.entry(entry.id)
        }
        return walked
      })
      same(seen.length, 50, 'walked once each')
    },
  },
]
