import type { FlagKind } from '../../domain/entry.ts'
import { BUILT_AT, buildRow } from '../builders.ts'
import { ids, idsOf, put } from './entry-steps.ts'
import { type ConformanceCase, same } from './expect.ts'

const day = 86_400_000

/** Lists of entries: their order, filters and cuts. */
export const entryQueryCases: readonly ConformanceCase[] = [
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
    name: 'entries are found by how sure they are',
    check(store) {
      put(store, 'a', { confidence: 'low' })
      put(store, 'b', { confidence: 'medium' })
      put(store, 'c', { confidence: 'high' })
      same(idsOf(store, { confidences: ['low'] }), ['a'], 'one')
      same(idsOf(store, { confidences: ['high', 'medium'], sort: 'newest' }), ['b', 'c'], 'several')
      put(store, 'a', { confidence: 'high' })
      same(idsOf(store, { confidences: ['low'] }), [], 'changed')
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
    name: 'entries are found by an open flag of a kind, however it is worded, until it is cleared',
    check(store) {
      const flagged = (kind: FlagKind, reason = 'r') => ({ flags: [{ kind, reason, by: 'me', at: 1 }] })
      put(store, 'b', flagged('stale'))
      put(store, 'a', flagged('stale', '"kind":"buried"'))
      put(store, 'c', flagged('secret', 'stale'))
      put(store, 'd')
      same(idsOf(store, { flag: 'stale' }), ['a', 'b'], 'stale')
      same(idsOf(store, { flag: 'buried' }), [], 'buried')
      same(idsOf(store, { flag: 'stale', sort: 'id', limit: 1 }), ['a'], 'limited')
      put(store, 'a')
      same(idsOf(store, { flag: 'stale' }), ['b'], 'cleared')
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
