import { entryId } from '../../domain/ids.ts'
import type { NearPair, Store } from '../../ports/store.ts'
import { buildEntry, buildRow } from '../builders.ts'
import { type ConformanceCase, same } from './expect.ts'

const pair = (a: string, b: string, score = 0.8, verdict: NearPair['verdict'] = 'related'): NearPair => ({
  a: entryId(a),
  b: entryId(b),
  verdict,
  reasons: ['words'],
  flags: [],
  score,
  guard_v: 1,
})

function put(store: Store, id: string, content: string): void {
  const entry = buildEntry(id, { content })
  store.transact('put', (writer) => writer.putEntry(entry, buildRow(entry)))
}

function compare(store: Store, ids: readonly string[], pairs: readonly NearPair[]): void {
  store.transact('compare', (writer) => writer.putNearPairs(new Set(ids.map(entryId)), pairs))
}

/** Candidates for a comparison, and what comparisons found. */
export const nearCases: readonly ConformanceCase[] = [
  {
    name: 'an entry is uncompared until it was compared, and again when its text changes',
    check(store) {
      put(store, 'a', 'Use pnpm')
      put(store, 'b', 'Use pnpm always')
      same([...store.uncompared()], ['a', 'b'], 'at first')
      compare(store, ['a', 'b'], [pair('a', 'b')])
      same([...store.uncompared()], [], 'compared')
      put(store, 'b', 'Use pnpm always')
      same([...store.uncompared()], [], 'put again as it was')
      put(store, 'b', 'Use npm')
      same([...store.uncompared()], ['b'], 'with another text')
      same([...store.nearPairs({})], [], 'its pairs are forgotten')
    },
  },
  {
    name: 'near pairs are listed by their ids, all or those of one entry, and replaced with what is compared',
    check(store) {
      for (const id of ['a', 'b', 'c']) put(store, id, `Text ${id}`)
      compare(store, ['a', 'b', 'c'], [pair('b', 'c'), pair('a', 'c'), pair('a', 'b')])
      same([...store.nearPairs({})], [pair('a', 'b'), pair('a', 'c'), pair('b', 'c')], 'all')
      same([...store.nearPairs({ of: entryId('b') })], [pair('a', 'b'), pair('b', 'c')], 'of one')
      compare(store, ['a'], [pair('a', 'b', 0.9)])
      same([...store.nearPairs({})], [pair('a', 'b', 0.9), pair('b', 'c')], 'replaced')
    },
  },
  {
    name: 'near pairs of one verdict are listed alone, however many others there are',
    check(store) {
      const ids = Array.from({ length: 1200 }, (_, index) => `e${String(index).padStart(4, '0')}`)
      for (const id of ids.slice(0, 3)) put(store, id, `Text ${id}`)
      store.transact('rest', (writer) => {
        for (const id of ids.slice(3)) {
          const entry = buildEntry(id)
          writer.putEntry(entry, buildRow(entry))
        }
      })
      const pairs = ids.slice(1).map((id) => pair('e0000', id))
      const safe = [pair('e0001', 'e0002', 1, 'duplicate-safe'), pair('e0003', 'e1100', 1, 'duplicate-safe')]
      compare(store, ids, [...pairs, ...safe])
      same([...store.nearPairs({ verdict: 'duplicate-safe' })], safe, 'of one verdict')
      same([...store.nearPairs({})], [...pairs, ...safe], 'all')
      same([...store.nearPairs({ of: entryId('e0003') })].length, 2, 'of one entry')
    },
  },
  {
    name: 'similar entries share words, the most first; a text without words is like none',
    check(store) {
      put(store, 'a', 'The gateway listens on port 3000')
      put(store, 'b', 'The gateway caches tokens')
      put(store, 'c', 'Deploy on Fridays')
      put(store, 'd', '部署方案使用端口')
      same(store.similar('the gateway listens, port 3001', 5), ['a', 'b'], 'Latin')
      same(store.similar('the gateway listens', 1), ['a'], 'limit')
      same(store.similar('使用端口 3001', 5), ['d'], 'CJK')
      same(store.similar('?!', 5), [], 'no words')
    },
  },
]
