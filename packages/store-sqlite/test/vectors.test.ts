import { readFileSync } from 'node:fs'
import { entryId } from '@varve/core'
import { buildEntry, buildRow } from '@varve/core/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openSqliteStore, type SqliteStore } from '../src/index.ts'
import { temporaryStorePath } from './temporary-store.ts'

const project = { project: 'sample' }
const DIMENSIONS = 8

/** Different for each number, and of that number alone. */
function vectorOf(seed: number): Float32Array {
  return Float32Array.from({ length: DIMENSIONS }, (_, place) => Math.sin(1 + seed * DIMENSIONS + place))
}

function put(store: SqliteStore, changes: ReadonlyMap<number, number>): void {
  store.transact('put', (writer) => {
    for (const [id, seed] of changes) {
      const entry = buildEntry(`e${id}`, { content: `text ${seed}` })
      writer.putEntry(entry, buildRow(entry))
    }
    writer.putVectors('m', new Map([...changes].map(([id, seed]) => [entryId(`e${id}`), vectorOf(seed)])))
  })
}

function drop(store: SqliteStore, ids: readonly number[]): void {
  store.transact('drop', (writer) => {
    for (const id of ids) writer.dropEntry(entryId(`e${id}`))
  })
}

/** By comparing with all, as plain as can be. */
function nearestOf(
  seeds: ReadonlyMap<number, number>,
  wanted: Float32Array,
  limit: number,
): readonly string[] {
  const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, each, at) => sum + each * (b[at] ?? 0), 0)
  return [...seeds]
    .map(([id, seed]) => {
      const vector = vectorOf(seed)
      return { id: `e${id}`, cosine: dot(vector, wanted) / Math.sqrt(dot(vector, vector)) }
    })
    .filter(({ cosine }) => cosine > 0)
    .sort((a, b) => b.cosine - a.cosine)
    .slice(0, limit)
    .map(({ id }) => id)
}

test('among thousands the nearest are those that a comparison with all finds, after any edits, drops and scrubs', () => {
  const step = fc.oneof(
    fc.record({ edit: fc.array(fc.nat(2600), { maxLength: 900 }) }),
    fc.record({ drop: fc.array(fc.nat(2600), { maxLength: 900 }) }),
    fc.constant({ scrub: true } as const),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 4 }), (steps) => {
      const store = openSqliteStore(temporaryStorePath(), project)
      const seeds = new Map(Array.from({ length: 2500 }, (_, id) => [id, id] as const))
      put(store, seeds)
      for (const [at, each] of steps.entries()) {
        if ('scrub' in each) store.scrub()
        if ('edit' in each) {
          const changes = new Map(each.edit.map((id) => [id, id + 5000 * (at + 1)]))
          put(store, changes)
          for (const [id, seed] of changes) seeds.set(id, seed)
        }
        if ('drop' in each) {
          drop(store, each.drop)
          for (const id of each.drop) seeds.delete(id)
        }
      }
      const wanted = vectorOf(-7)
      expect(store.nearest('m', wanted, 20)).toEqual(nearestOf(seeds, wanted, 20))
      expect(store.unembedded('m', 1)).toEqual([])
      store.close()
    }),
    { numRuns: 8 },
  )
}, 60_000)

test('after a scrub no file holds the vector of a text that is gone', () => {
  const path = temporaryStorePath()
  const store = openSqliteStore(path, project)
  put(store, new Map(Array.from({ length: 1200 }, (_, id) => [id, id])))
  const vector = vectorOf(40)
  const length = Math.sqrt(vector.reduce((sum, each) => sum + each * each, 0))
  const bytes = Buffer.from(vector.map((each) => each / length).buffer)
  store.scrub()
  expect(readFileSync(path).includes(bytes)).toBe(true)
  drop(store, [40])
  store.scrub()
  expect(readFileSync(path).includes(bytes)).toBe(false)
  store.close()
})
