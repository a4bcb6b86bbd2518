import { entryId } from '../../domain/ids.ts'
import type { Access } from '../../ports/store.ts'
import { BUILT_AT } from '../builders.ts'
import { type ConformanceCase, same } from './expect.ts'

const HOUR = 60 * 60 * 1000

function access(entry: string, hours: number, rest: Partial<Access> = {}): Access {
  return { entry: entryId(entry), at: BUILT_AT + hours * HOUR, session: 's1', kind: 'show', ...rest }
}

/** What is known of the use of entries. */
export const accessCases: readonly ConformanceCase[] = [
  {
    name: 'a use counts once in a session, a day and a kind, and keeps its first moment',
    check(store) {
      const uses = [
        access('a', 1),
        access('a', 9, { kind: 'search' }),
        access('a', 9, { session: '' }),
        access('a', 25),
        access('b', 2),
      ]
      store.transact('use', (writer) => writer.putAccesses(uses))
      store.transact('use', (writer) => writer.putAccesses([access('a', 2), access('b', 23)]))
      same(
        store
          .accesses()
          .map(({ entry, at, session, kind }) => [entry, (at - BUILT_AT) / HOUR, session, kind]),
        [
          ['a', 1, 's1', 'show'],
          ['a', 9, '', 'show'],
          ['a', 9, 's1', 'search'],
          ['a', 25, 's1', 'show'],
          ['b', 2, 's1', 'show'],
        ],
        'by entry, time, session and kind',
      )
      same(
        store.accesses({ entry: entryId('b') }).map(({ entry, at }) => [entry, (at - BUILT_AT) / HOUR]),
        [['b', 2]],
        'of one entry',
      )
    },
  },
  {
    name: 'uses of a transaction that fails are not noted',
    check(store) {
      try {
        store.transact('use', (writer) => {
          writer.putAccesses([access('a', 1)])
          throw new Error('no')
        })
      } catch {}
      same(store.accesses(), [], 'after it')
    },
  },
]
