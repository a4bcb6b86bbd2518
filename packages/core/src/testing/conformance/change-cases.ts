import { entryId } from '../../domain/ids.ts'
import type { Moment, Store } from '../../ports/store.ts'
import { buildEntry, buildRow, buildView } from '../builders.ts'
import { type ConformanceCase, same } from './expect.ts'

function put(store: Store, ...ids: readonly string[]): void {
  store.transact('put', (writer) => {
    for (const id of ids) {
      const entry = buildEntry(id)
      writer.putEntry(entry, buildRow(entry))
    }
  })
}

/** Which entries changed since a moment. */
export const changeCases: readonly ConformanceCase[] = [
  {
    name: 'what was written since a moment is named once, gone entries too, in text order',
    check(store) {
      put(store, 'a', 'b', 'c')
      const before = store.moment()
      same(store.changedSince(before), [], 'nothing yet')
      put(store, 'c')
      const between = store.moment()
      store.transact('rest', (writer) => {
        writer.putViews([buildView('b')])
        writer.dropEntry(entryId('a'))
      })
      put(store, 'b')
      same(store.changedSince(before), ['a', 'b', 'c'], 'since the first moment')
      same(store.changedSince(between), ['a', 'b'], 'since the second')
    },
  },
  {
    name: 'a transaction that is taken back leaves a later change visible',
    check(store) {
      put(store, 'a')
      const before = store.moment()
      try {
        store.transact('fails', (writer) => {
          writer.dropEntry(entryId('a'))
          throw new Error('taken back')
        })
      } catch {
        // The point of the case.
      }
      put(store, 'b')
      same(store.changedSince(before)?.includes(entryId('b')), true, 'the change after it')
    },
  },
  {
    name: 'changes since a moment that the store never had are not known, or all of them',
    check(store) {
      put(store, 'a')
      const changed = store.changedSince('0 nothing' as Moment)
      same(
        changed === undefined || changed.includes(entryId('a')),
        true,
        'never an answer that leaves one out',
      )
    },
  },
  {
    name: 'of more changes than it lists a store says that it does not know, or names all',
    check(store) {
      put(store, 'a')
      const before = store.moment()
      put(store, ...Array.from({ length: 5000 }, (_, index) => `bulk-${index}`))
      const changed = store.changedSince(before)
      same(changed === undefined || changed.length === 5000, true, 'after a large import')
      const after = store.moment()
      put(store, 'z')
      same(store.changedSince(after), ['z'], 'and goes on from there')
    },
  },
]
