import type { Store } from '../../ports/store.ts'
import { buildEntry, buildRow } from '../builders.ts'
import { ids, put } from './entry-steps.ts'
import { type ConformanceCase, same } from './expect.ts'

/** The rows of stage 1, and the classes and slots that they make. */
export const compactionRowCases: readonly ConformanceCase[] = [
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
]
