import fc from 'fast-check'
import { expect, test } from 'vitest'
import { collectScopes } from '../../src/compact/affected-rows.ts'
import { openView } from '../../src/compact/open-view.ts'
import { resolveView } from '../../src/compact/resolve-view.ts'
import { entryId } from '../../src/domain/ids.ts'
import { rebuildViews } from '../../src/journal/refresh-views.ts'
import { createMemoryStore } from '../../src/memory-store/memory-store.ts'
import type { NearPair, Store } from '../../src/ports/store.ts'
import { countOpenReview, listReview } from '../../src/review/list-review.ts'
import { buildEntry } from '../../src/testing/builders.ts'
import { type StoreContent, storeContent } from '../compact/arbitrary-store.ts'

const verdict = fc.constantFrom('duplicate-safe', 'related', 'contradicts')
/** What comes from comparing texts; all else of these stores comes from stage 1. */
const OF_TEXTS = new Set(['near_duplicate', 'contradiction_hint'])
const nearPairs = fc.array(
  fc.record({ a: fc.nat(13), b: fc.nat(13), verdict, score: fc.constantFrom(0.5, 0.9) }),
  { maxLength: 8 },
)

function storeOf({ rows, edges }: StoreContent, pairs: readonly NearPair[]): Store {
  const store = createMemoryStore()
  store.transact('fill', (writer) => {
    for (const row of rows) writer.putEntry(buildEntry(row.id, { scope: row.scope }), row)
    for (const edge of edges) writer.putLineage(edge)
    writer.putNearPairs(new Set(rows.map(({ id }) => id)), pairs)
    rebuildViews(writer)
  })
  return store
}

function pairOf({ a, b, ...rest }: { a: number; b: number } & Pick<NearPair, 'verdict' | 'score'>): NearPair {
  const [first = '', second = ''] = [`e${a}`, `e${b}`].sort()
  return { a: entryId(first), b: entryId(second), reasons: [], flags: [], guard_v: 1, ...rest }
}

test('what is counted is what is listed, without reading the whole store', () => {
  fc.assert(
    fc.property(
      storeContent({ hasHidden: true }),
      nearPairs,
      fc.boolean(),
      fc.constantFrom([], ['branch:b']),
      fc.nat(),
      (content, near, withSafeDuplicates, scopes, settled) => {
        const pairs = near.filter(({ a, b }) => a !== b).map(pairOf)
        const store = storeOf(content, pairs)
        const request = { view: openView(store, scopes), now: 1000, withSafeDuplicates }
        const all = listReview(store, request)
        const { rows, edges, known } = collectScopes(store, request.view.scopes)
        const asked = resolveView(rows, edges, known).review.map(({ id }) => id)
        const ofStage1 = all.filter(({ kind }) => !OF_TEXTS.has(kind)).map(({ id }) => id)
        expect(ofStage1.toSorted()).toEqual(asked.toSorted())
        const one = all[settled % Math.max(1, all.length)]
        if (one)
          store.transact('settle', (writer) => writer.putReview(one.id, { action: 'snooze', until: 2000 }))
        const open = listReview(store, request).filter((item) => item.isOpen).length
        expect(open).toBe(Math.max(0, all.length - 1))
        expect(countOpenReview(store, request, 1000)).toBe(open)
        expect(countOpenReview(store, request, 2)).toBe(Math.min(2, open))
      },
    ),
    { numRuns: 300 },
  )
})
