import { entryId } from '../../domain/ids.ts'
import type { Store } from '../../ports/store.ts'
import { buildEntry, buildRow } from '../builders.ts'
import { type ConformanceCase, same } from './expect.ts'

function put(store: Store, id: string, content: string, tags: readonly string[] = []): void {
  const entry = buildEntry(id, { content, tags })
  store.transact('put', (writer) => writer.putEntry(entry, buildRow(entry)))
}

function embed(store: Store, vectors: Readonly<Record<string, readonly number[]>>, embedder = 'm1'): void {
  const byId = Object.entries(vectors).map(([id, vector]) => [entryId(id), new Float32Array(vector)] as const)
  store.transact('embed', (writer) => writer.putVectors(embedder, new Map(byId)))
}

const near = (store: Store, vector: readonly number[], limit = 9, embedder = 'm1') =>
  store.nearest(embedder, new Float32Array(vector), limit)

/** What texts mean to an embedder: kept as long as they say the same. */
export const vectorCases: readonly ConformanceCase[] = [
  {
    name: 'what means most alike is nearest, whatever the length of its vector; ties by id',
    check(store) {
      for (const id of ['a', 'b', 'c', 'd', 'e']) put(store, id, `text ${id}`)
      embed(store, { c: [2, 0], b: [0.5, 0], a: [3, 3], d: [0, 1], e: [0, 0] })
      same(near(store, [1, 0]), ['b', 'c', 'a'], 'in order; nothing that has nothing in common')
      same(near(store, [1, 0], 2), ['b', 'c'], 'so many')
      same(near(store, [-1, 0]), [], 'the other way')
      same(near(store, [1, 0], 9, 'm2'), [], 'of another embedder')
    },
  },
  {
    name: 'an entry is unembedded until it has a vector, and again when its text changes',
    check(store) {
      put(store, 'a', 'first')
      put(store, 'b', 'second')
      same(store.unembedded('m1', 9), ['a', 'b'], 'at first')
      same(store.unembedded('m1', 1), ['a'], 'so many')
      embed(store, { a: [1, 0], b: [1, 0] })
      same(store.unembedded('m1', 9), [], 'embedded')
      put(store, 'a', 'first', ['tagged'])
      same([store.unembedded('m1', 9), near(store, [1, 0])], [[], ['a', 'b']], 'a tag changes no text')
      put(store, 'a', 'changed')
      same([store.unembedded('m1', 9), near(store, [1, 0])], [['a'], ['b']], 'changed')
      embed(store, { a: [0, 1] })
      same(near(store, [0, 1]), ['a'], 'embedded again')
      store.transact('drop', (writer) => writer.dropEntry(entryId('b')))
      same([store.unembedded('m1', 9), near(store, [1, 0])], [[], []], 'dropped')
    },
  },
  {
    name: 'another embedder starts anew',
    check(store) {
      put(store, 'a', 'first')
      put(store, 'b', 'second')
      embed(store, { a: [1, 0], b: [1, 0] })
      same(store.unembedded('m2', 9), ['a', 'b'], 'before')
      embed(store, { a: [1, 0, 0] }, 'm2')
      same([store.unembedded('m2', 9), near(store, [1, 0, 0], 9, 'm2')], [['b'], ['a']], 'after')
      same(near(store, [1, 0]), [], 'the first one’s are gone')
    },
  },
  {
    name: 'vectors are taken back with their transaction, and what nobody knows gets none',
    check(store) {
      put(store, 'a', 'first')
      embed(store, { nobody: [1, 0] })
      same(near(store, [1, 0]), [], 'nobody')
      try {
        store.transact('broken', (writer) => {
          writer.putVectors('m1', new Map([[entryId('a'), new Float32Array([1, 0])]]))
          same(writer.nearest('m1', new Float32Array([1, 0]), 9), ['a'], 'inside')
          throw new Error('broken')
        })
      } catch {}
      same([near(store, [1, 0]), store.unembedded('m1', 9)], [[], ['a']], 'rolled back')
    },
  },
]
