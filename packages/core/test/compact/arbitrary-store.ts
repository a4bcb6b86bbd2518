import fc from 'fast-check'
import { LINEAGE_KINDS, type LineageEdge } from '../../src/domain/lineage.ts'
import type { CompactionRow } from '../../src/ports/store.ts'
import { edgeOf, rowOf } from './case.ts'

export interface StoreContent {
  readonly rows: readonly CompactionRow[]
  readonly edges: readonly LineageEdge[]
}

const IDS = Array.from({ length: 14 }, (_, index) => `e${index}`)
const ENDS = [...IDS, 'missing1', 'missing2']

/** Few texts, times and slots, so that everything collides with everything. */
export function storeContent({ hasHidden }: { readonly hasHidden: boolean }): fc.Arbitrary<StoreContent> {
  return fc.record({
    rows: fc.uniqueArray(arbitraryRow(hasHidden), { selector: (row) => row.id, maxLength: IDS.length }),
    edges: fc.uniqueArray(arbitraryEdge(), { selector: (edge) => JSON.stringify(edge), maxLength: 20 }),
  })
}

export function arbitraryRow(hasHidden: boolean): fc.Arbitrary<CompactionRow> {
  const rarely = hasHidden ? fc.integer({ max: 5 }).map((n) => n === 0) : fc.constant(false)
  return fc
    .record({
      id: fc.constantFrom(...IDS),
      text: fc.integer({ min: 0, max: 9 }).map((n) => `text ${n}`),
      t: fc.integer({ min: 1, max: 8 }),
      confidence: fc.constantFrom('low', 'medium', 'high'),
      trust: fc.constantFrom('user', 'user', 'agent', 'agent', 'tool', 'web'),
      titled: fc.integer({ max: 4, min: 0 }).map((n) => n === 0),
      slot: fc.constantFrom(null, null, null, 'one', 'two'),
      scope: fc.constantFrom('project', 'project', 'project', 'branch:b'),
      category: fc.constantFrom('conventions', 'operations'),
      tags: fc.subarray(['a', 'b', 'c']),
      retracted: rarely,
      forgotten: rarely,
    })
    .map(({ id, titled, slot, retracted, forgotten, ...written }) => ({
      ...rowOf(id, written),
      titled,
      slot,
      retracted,
      forgotten,
    }))
}

export function arbitraryEdge(): fc.Arbitrary<LineageEdge> {
  return fc
    .record({
      kind: fc.constantFrom('supersedes', 'supersedes', ...LINEAGE_KINDS),
      top: fc.constantFrom(...ENDS),
      under: fc.constantFrom(...ENDS),
    })
    .map(({ kind, top, under }) => edgeOf(kind, top, under))
}
