import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { comparePair } from '../../src/guard/index.ts'
import {
  type EntryFields,
  type EntryId,
  entryId,
  type NearPair,
  planRetract,
  planUndo,
  type Store,
} from '../../src/index.ts'
import { findAllNearPairs, findNearPairs, planSafeDuplicates } from '../../src/near/index.ts'
import type { Replica } from '../journal/world.ts'
import { memoryOf } from './memory-of.ts'

function allPairs(store: Store): readonly NearPair[] {
  return findAllNearPairs(store.entries({ visibility: 'all' }))
}

function planned(replica: Replica): readonly (readonly [top: string, under: string])[] {
  const { store } = replica
  const plan = planSafeDuplicates(store, (id) => store.view(id), allPairs(store))
  return plan.operations.flatMap((operation) =>
    operation.op === 'lineage.add' ? [[operation.top, operation.under] as const] : [],
  )
}

const SAFE = [
  ['dup-a', "Don't use npm in this repository"],
  ['dup-b', 'Do not use npm in this repository'],
] as const

describe('near pairs', () => {
  test('are the same whether looked up one by one or all at once', () => {
    const { store } = memoryOf(
      ...SAFE,
      ['port-a', 'The API listens on port 3000 by default'],
      ['port-b', 'The API listens on port 3001 by default'],
      ['other', 'Money is an integer number of cents'],
    )
    const ids = [...store.entries({ visibility: 'all' })].map((entry) => entry.id)
    expect(findNearPairs(store, ids)).toEqual(allPairs(store))
    expect(allPairs(store).map(({ a, b, verdict }) => [a, b, verdict])).toEqual([
      ['dup-a', 'dup-b', 'duplicate-safe'],
      ['port-a', 'port-b', 'contradicts'],
    ])
  })

  test('never include notes, retracted entries or entries of another scope [LS-78] [LS-85]', () => {
    const replica = memoryOf(
      SAFE[0],
      ['noted', SAFE[1][1], { title: 'npm' }],
      ['branch', SAFE[1][1], { scope: 'branch:x' }],
      ['gone', 'Do not use npm in this repository!'],
    )
    replica.apply(planRetract(replica.store, entryId('gone')))
    expect(allPairs(replica.store)).toEqual([])
  })

  test('of two folders never contradict each other, and are never safe to merge', () => {
    const about = (name: string) => ({ entity: { kind: 'section', name } })
    const { store } = memoryOf(
      ['a-dup', SAFE[0][1], about('packages/a')],
      ['b-dup', SAFE[1][1], about('packages/b')],
      ['a-port', 'The API listens on port 3000 by default', about('packages/a')],
      ['b-port', 'The API listens on port 3001 by default', about('packages/b')],
    )
    expect(allPairs(store).map(({ a, b, verdict, flags }) => [a, b, verdict, flags[0]])).toEqual([
      ['a-dup', 'b-dup', 'related', 'context'],
    ])
  })
})

/** Ways to say each fact that are harmless, and ways to say something else. */
const VARIANTS = [
  "Don't use npm in this repository",
  'Do not use npm in this repository',
  'Please do not use npm in this repository',
  'Do NOT use npm in this repository',
  'Never use npm in this repository',
  'Do not use pnpm in this repository',
  'Use npm in this repository',
  'Use npm in that repository',
  'The API listens on port 3000 by default',
  'Note: the API listens on port 3000 by default',
  'The API listens on port 3001 by default',
]

describe('the plan of safe duplicates', () => {
  test('never runs along a chain of texts that are each like the next alone', () => {
    const words = 'apple bridge candle desert engine forest garden harbor island jungle kettle ladder meadow'
      .concat(' needle orange pepper quarry')
      .split(' ')
    const replica = memoryOf(
      ...Array.from({ length: 12 }, (_, start) => {
        return [`e${start + 10}`, words.slice(start, start + 6).join(' ')] as const
      }),
    )
    const isNext = ({ a, b }: NearPair) => Number(b.slice(1)) - Number(a.slice(1)) === 1
    expect(allPairs(replica.store).filter(isNext).length).toBe(11)
    expect(planned(replica)).toEqual([])
  })

  test('puts an entry only under one that it is itself the same as but for harmless edits', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...VARIANTS), { minLength: 2, maxLength: 12 }), (texts) => {
        const replica = memoryOf(...texts.map((text, index) => [`e${index + 10}`, text] as const))
        const textOf = (id: string) => replica.store.entry(entryId(id))?.content ?? ''
        for (const [top, under] of planned(replica)) {
          expect(['same', 'duplicate-safe']).toContain(comparePair(textOf(top), textOf(under)).verdict)
        }
      }),
    )
  })

  test('is one plan in whatever order entries and pairs come, and none once it was applied [MG-48]', () => {
    const replica = memoryOf(...VARIANTS.map((text, index) => [`e${index + 10}`, text] as const))
    const { store } = replica
    const plan = planSafeDuplicates(store, (id) => store.view(id), allPairs(store))
    expect(plan.operations.filter(({ op }) => op === 'lineage.add')).toHaveLength(4)
    const entries = [...store.entries({ visibility: 'all' })]
    const shuffled = <T>(items: readonly T[]) => fc.shuffledSubarray([...items], { minLength: items.length })
    const someOrder = shuffled(entries).chain((order) => shuffled(findAllNearPairs(order)))
    fc.assert(
      fc.property(someOrder, (pairs) => {
        expect(planSafeDuplicates(store, (id) => store.view(id), pairs)).toEqual(plan)
      }),
    )
    replica.apply(plan)
    expect(planned(replica)).toEqual([])
  })

  test('asks the guard and no embedder: vectors that are one make no texts the same [MG-25]', () => {
    const replica = memoryOf(...VARIANTS.map((text, index) => [`e${index + 10}`, text] as const))
    const { store } = replica
    const ids = [...store.entries({ visibility: 'all' })].map(({ id }) => id)
    const found = () => [allPairs(store), findNearPairs(store, ids), planned(replica)]
    const before = found()
    const vectors = new Map(ids.map((id) => [id, new Float32Array([1, 0])]))
    store.transact('embed', (writer) => writer.putVectors('m1', vectors))
    expect(store.nearest('m1', new Float32Array([1, 0]), 99)).toHaveLength(ids.length)
    expect(found()).toEqual(before)
  })

  test('puts the older under the newer', () => {
    expect(planned(memoryOf(...SAFE))).toEqual([['dup-b', 'dup-a']])
  })

  test('never puts an entry under one of lower trust', () => {
    const low: Partial<EntryFields> = { source: { kind: 'import', trust: 'repo' } }
    expect(planned(memoryOf(SAFE[0], [SAFE[1][0], SAFE[1][1], low]))).toEqual([['dup-a', 'dup-b']])
  })

  test('never hides a pinned entry, and puts the others under it [MG-45]', () => {
    const pinned = [SAFE[0][0], SAFE[0][1], { pinned: true }] as const
    expect(planned(memoryOf(pinned, SAFE[1]))).toEqual([['dup-a', 'dup-b']])
    expect(planned(memoryOf(pinned, [SAFE[1][0], SAFE[1][1], { pinned: true }]))).toEqual([])
    const low: Partial<EntryFields> = { pinned: true, source: { kind: 'import', trust: 'repo' } }
    expect(planned(memoryOf([SAFE[0][0], SAFE[0][1], low], SAFE[1]))).toEqual([])
  })

  test('replaces nothing: a newer value, a paraphrase and a denial stand beside what they are near [MG-21]', () => {
    const replica = memoryOf(
      ['old', 'The API listens on port 3000 by default'],
      ['new', 'The API listens on port 3001 by default'],
      ['said', 'Run the tests with `pnpm test` before every push'],
      ['again', 'Run tests with `pnpm test` before each push to main'],
      ['denied', 'Never run the tests with `pnpm test` before every push'],
    )
    expect(allPairs(replica.store).length).toBeGreaterThan(1)
    expect(planned(replica)).toEqual([])
    expect(replica.store.lineage({})).toEqual([])
  })

  test('makes one group of all that differ by harmless edits, with one on top', () => {
    const third = ['dup-c', 'Please do not use npm in this repository'] as const
    expect(planned(memoryOf(...SAFE, third))).toEqual([
      ['dup-c', 'dup-a'],
      ['dup-c', 'dup-b'],
    ])
  })

  test('does not decide again what an undo took back [LS-51]', () => {
    const replica = memoryOf(...SAFE)
    const { store } = replica
    const record = replica.apply(planSafeDuplicates(store, (id: EntryId) => store.view(id), allPairs(store)))
    expect(planned(replica)).toEqual([])
    replica.apply(planUndo(store, record.id))
    expect(planned(replica)).toEqual([])
  })
})
