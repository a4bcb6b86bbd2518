import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openView } from '../../src/compact/open-view.ts'
import type { Scope } from '../../src/domain/entry.ts'
import { type EntryId, entryId } from '../../src/domain/ids.ts'
import { rebuildViews, refreshViews } from '../../src/journal/refresh-views.ts'
import { createMemoryStore } from '../../src/memory-store/memory-store.ts'
import { findAllNearPairs } from '../../src/near/find-near-pairs.ts'
import type { CompactionRow, NearPair, Store, StoreReader } from '../../src/ports/store.ts'
import {
  beginJudging,
  endJudging,
  type JudgedPairs,
  type Judging,
  judgePairs,
  judgeSome,
} from '../../src/review/judge-pairs.ts'
import { listReview } from '../../src/review/list-review.ts'
import { buildEntry, buildRow } from '../../src/testing/builders.ts'
import { edgeOf } from '../compact/case.ts'

const NONE: readonly Scope[] = []
const ON_A_BRANCH: readonly Scope[] = ['branch:b']

/** Texts that contradict each other two by two; every other one is a case of one file. */
function write(store: Store, id: string, value: number, scope: CompactionRow['scope'] = 'project'): void {
  const number = Number(id.slice(1))
  const source = number % 2 === 0 ? { file: 'limits.md', line: number * 100 } : {}
  const entry = buildEntry(id, { content: `The API listens on port ${3000 + value} by default`, scope })
  const read = { ...entry, source: { ...entry.source, ...source } }
  store.transact('write', (writer) => {
    writer.putEntry(read, buildRow(read))
    refreshViews(writer, [entryId(id)])
  })
}

function compareAll(store: Store): void {
  const waiting = new Set(store.uncompared())
  const pairs = findAllNearPairs(store.entries({ visibility: 'all' }))
  store.transact('compare', (writer) =>
    writer.putNearPairs(
      waiting,
      pairs.filter(({ a, b }) => waiting.has(a) || waiting.has(b)),
    ),
  )
}

function itemsOf(store: StoreReader, scopes: readonly Scope[], before?: JudgedPairs) {
  const view = openView(store, scopes)
  const judged = judgePairs(store, view, before)
  return { judged, items: listReview(store, { view, now: 1000, withSafeDuplicates: true }, judged) }
}

/** The same store, and how many entries were asked of it. */
function counted(store: Store): { readonly reader: StoreReader; entriesRead(): number } {
  const ids: EntryId[] = []
  const reader: StoreReader = Object.assign(Object.create(store), {
    entry(id: EntryId) {
      ids.push(id)
      return store.entry(id)
    },
    *entries(query: Parameters<StoreReader['entries']>[0]) {
      for (const entry of store.entries(query)) {
        ids.push(entry.id)
        yield entry
      }
    },
  })
  return { reader, entriesRead: () => ids.splice(0).length }
}

describe('what was judged once', () => {
  test('is not read again: a second asking reads no entry, and one after a change those that it is a pair with', () => {
    const store = createMemoryStore()
    for (let nth = 0; nth < 60; nth += 1) {
      const entry = buildEntry(`e${nth}`, { content: `Service s${nth % 30} listens on port ${nth}` })
      store.transact('write', (writer) => writer.putEntry(entry, buildRow(entry)))
    }
    store.transact('views', rebuildViews)
    store.transact('pairs', (writer) => {
      const pairs = Array.from({ length: 30 }, (_, nth) => pairOf(`e${nth}`, `e${nth + 30}`))
      writer.putNearPairs(new Set(store.uncompared()), pairs)
    })
    const { reader, entriesRead } = counted(store)
    const first = itemsOf(reader, NONE)
    expect(first.items).toHaveLength(30)
    expect(entriesRead()).toBe(60)
    const second = itemsOf(reader, NONE, first.judged)
    expect(second.items).toEqual(first.items)
    expect(entriesRead()).toBe(0)

    store.transact('settle', (writer) => writer.putReview(first.items[0]?.id ?? '', { action: 'reject' }))
    const settled = itemsOf(reader, NONE, second.judged)
    expect(settled.items.filter(({ isOpen }) => isOpen)).toHaveLength(29)
    expect(entriesRead()).toBe(0)

    write(store, 'e7', 7)
    store.transact('pairs', (writer) =>
      writer.putNearPairs(new Set(store.uncompared()), [pairOf('e7', 'e37')]),
    )
    const changed = itemsOf(reader, NONE, settled.judged)
    expect(changed.items).toEqual(itemsOf(store, NONE).items)
    expect(entriesRead()).toBe(2)
  })

  test('is judged again where only what a branch lays over the project’s view has changed', () => {
    const store = createMemoryStore()
    for (const [id, value] of [
      ['e1', 1],
      ['e3', 3],
    ] as const)
      write(store, id, value)
    compareAll(store)
    write(store, 'e5', 5, 'branch:b')
    hide(store, 'e5', 'e1')
    const kinds = ({ items }: ReturnType<typeof itemsOf>) => items.map(({ kind }) => kind)
    const before = itemsOf(store, ON_A_BRANCH)
    expect(kinds(before)).toEqual([])
    store.transact('leave', (writer) => {
      const entry = buildEntry('e5', { scope: 'session:s' })
      writer.putEntry(entry, buildRow(entry))
    })
    expect(store.changedSince(before.judged.moment)).toEqual(['e5'])
    expect(kinds(itemsOf(store, ON_A_BRANCH, before.judged))).toEqual(['contradiction_hint'])
  })

  test('asks nobody about three cases of one file, and about two of them once the third is another one', () => {
    const store = createMemoryStore()
    for (const nth of [0, 2, 4]) write(store, `e${nth}`, nth)
    compareAll(store)
    const before = itemsOf(store, NONE)
    expect(before.items).toEqual([])
    write(store, 'e4', 5)
    expect(itemsOf(store, NONE, before.judged).items).toHaveLength(1)
  })

  test('stands as if everything was judged anew, whatever was written, compared or laid over since', () => {
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.record({ op: fc.constant('write'), at: fc.nat(5), value: fc.nat(7) }) },
      fc.record({ op: fc.constant('branch'), at: fc.nat(5), value: fc.nat(7) }),
      fc.record({ op: fc.constant('hide'), at: fc.nat(5), value: fc.nat(5) }),
      { weight: 3, arbitrary: fc.record({ op: fc.constant('compare'), at: fc.nat(5), value: fc.nat(5) }) },
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 14 }), fc.constantFrom(NONE, ON_A_BRANCH), (steps, scopes) => {
        const store = createMemoryStore()
        for (let nth = 0; nth < 6; nth += 1) write(store, `e${nth}`, nth)
        compareAll(store)
        let kept: JudgedPairs | undefined
        for (const { op, at, value } of steps) {
          if (op === 'write') write(store, `e${at}`, value)
          else if (op === 'branch') write(store, `e${at}`, value, 'branch:b')
          else if (op === 'compare') compareAll(store)
          else hide(store, `e${at}`, `e${value}`)
          const { judged, items } = itemsOf(store, scopes, kept)
          expect(items).toEqual(itemsOf(store, scopes).items)
          kept = judged
        }
      }),
      { numRuns: 60 },
    )
  })

  test('in steps, comes to what one judging of all comes to, whatever is written between them', () => {
    const step = fc.record({ op: fc.constantFrom('judge', 'write', 'hide'), at: fc.nat(5), value: fc.nat(7) })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 14 }), fc.integer({ min: 1, max: 4 }), (steps, most) => {
        const store = createMemoryStore()
        for (let nth = 0; nth < 6; nth += 1) write(store, `e${nth}`, nth)
        compareAll(store)
        const view = () => openView(store, NONE)
        const first = beginJudging(store, view())
        expect(first.waiting.length).toBeGreaterThan(2 * most)
        let judging: Judging = first
        for (const { op, at, value } of steps) {
          if (op === 'judge') judging = judgeSome(store, view(), judging, most)
          else if (op === 'write') write(store, `e${at}`, value)
          else hide(store, `e${at}`, `e${value % 6}`)
        }
        while (judging.waiting.length > 0) judging = judgeSome(store, view(), judging, most)
        const { items } = itemsOf(store, NONE, endJudging(judging))
        expect(items).toEqual(itemsOf(store, NONE).items)
      }),
      { numRuns: 60 },
    )
  })
})

function hide(store: Store, top: string, under: string): void {
  if (top === under) return
  store.transact('hide', (writer) => {
    writer.putLineage(edgeOf('supersedes', top, under))
    refreshViews(writer, [entryId(top), entryId(under)])
  })
}

function pairOf(a: string, b: string): NearPair {
  const [first = '', second = ''] = [a, b].sort()
  return {
    a: entryId(first),
    b: entryId(second),
    verdict: 'related',
    reasons: [],
    flags: [],
    score: 0.9,
    guard_v: 1,
  }
}
