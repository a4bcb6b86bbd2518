import { entryId } from '../../domain/ids.ts'
import { buildView } from '../builders.ts'
import { ids, idsOf, put, show } from './entry-steps.ts'
import { type ConformanceCase, same } from './expect.ts'

/** How entries stand in the resolved view, and what hides them. */
export const viewCases: readonly ConformanceCase[] = [
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
]
