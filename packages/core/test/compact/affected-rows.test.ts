import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Component, collectComponent, collectScopes } from '../../src/compact/affected-rows.ts'
import { type ResolvedView, resolveView } from '../../src/compact/resolve-view.ts'
import type { EntryId } from '../../src/domain/ids.ts'
import { issueOrder } from '../../src/domain/issue.ts'
import { arbitraryEdge, arbitraryRow, type StoreContent, storeContent } from './arbitrary-store.ts'
import { edgeOf, rowOf } from './case.ts'
import { readerOf } from './rows-reader.ts'

const SCOPES = ['project']

const edit = fc.oneof(
  fc.record({ kind: fc.constant('put' as const), row: arbitraryRow(true) }),
  fc.record({ kind: fc.constant('drop' as const), row: arbitraryRow(true) }),
  fc.record({ kind: fc.constant('link' as const), edge: arbitraryEdge() }),
  fc.record({ kind: fc.constant('unlink' as const), edge: arbitraryEdge() }),
)
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never

describe('affected rows', () => {
  test('a component resolves alone as it does within the whole store [LS-35]', () => {
    fc.assert(
      fc.property(storeContent({ hasHidden: true }), ({ rows, edges }) => {
        const reader = readerOf({ rows, edges })
        const whole = resolved(collectScopes(reader, SCOPES))
        for (const { id } of rows) {
          const component = collectComponent(reader, [id], SCOPES)
          expect(resolved(component)).toEqual(restricted(whole, new Set(component.ids)))
        }
      }),
      { numRuns: 500 },
    )
  })

  test('refreshing what an edit touches equals a full run, edit after edit [LS-35]', () => {
    fc.assert(
      fc.property(
        storeContent({ hasHidden: true }),
        fc.array(edit, { maxLength: 12 }),
        (start: StoreContent, edits: readonly Edit[]) => {
          let content = start
          let kept = resolved(collectScopes(readerOf(content), SCOPES))
          for (const change of edits) {
            const seeds = 'row' in change ? [change.row.id] : [change.edge.top, change.edge.under]
            const before = collectComponent(readerOf(content), seeds, SCOPES)
            content = edited(content, change)
            kept = refreshed(kept, collectComponent(readerOf(content), [...seeds, ...before.ids], SCOPES))
            expectSame(kept, resolved(collectScopes(readerOf(content), SCOPES)))
          }
        },
      ),
      { numRuns: 500 },
    )
  })

  test('entries with nothing in common are left alone', () => {
    const rows = [
      rowOf('a', {}),
      rowOf('b', { text: 'text of a' }),
      rowOf('c', { slot: 's' }),
      rowOf('d', {}),
    ]
    const reader = readerOf({ rows, edges: [edgeOf('digests', 'd', 'c')] })
    expect(collectComponent(reader, ['a' as EntryId]).ids).toEqual(['a', 'b'])
    expect(collectComponent(reader, ['c' as EntryId]).ids).toEqual(['c', 'd'])
  })

  test('a target that arrives takes effect without a new write [LS-07]', () => {
    const edges = [edgeOf('supersedes', 'a', 'late')]
    const rows = [rowOf('a', { t: 2 })]
    const late = rowOf('late', { t: 1 })
    expect(resolveView(rows, edges).issues.map(({ code }) => code)).toEqual(['dangling_supersedes'])
    const { ids, ...after } = collectComponent(readerOf({ rows: [...rows, late], edges }), [late.id])
    expect(ids).toEqual(['a', 'late'])
    const { heads, issues } = resolveView(after.rows, after.edges)
    expect(heads).toEqual(['a'])
    expect(issues).toEqual([])
  })

  test('an edge to an entry of another scope is no broken edge', () => {
    const rows = [rowOf('a', { t: 2 }), rowOf('b', { t: 1, scope: 'branch:x' })]
    const reader = readerOf({ rows, edges: [edgeOf('supersedes', 'a', 'b'), edgeOf('digests', 'b', 'a')] })
    for (const component of [
      collectScopes(reader, SCOPES),
      collectComponent(reader, ['a' as EntryId], SCOPES),
    ]) {
      const { heads, issues } = resolved(component)
      expect({ heads, issues }).toEqual({ heads: ['a'], issues: [] })
    }
  })
})

function resolved({ rows, edges, known }: Component): ResolvedView {
  return resolveView(rows, edges, known)
}

function restricted(whole: ResolvedView, ids: ReadonlySet<string>): ResolvedView {
  const isWithin = ({ subjects }: { readonly subjects: readonly string[] }) =>
    subjects.some((id) => ids.has(id))
  return {
    views: whole.views.filter(({ id }) => ids.has(id)),
    heads: whole.heads.filter((id) => ids.has(id)),
    issues: whole.issues.filter(isWithin),
    review: whole.review.filter(isWithin),
  }
}

/** What a store does: views and issues of the component are replaced, the others stay. */
function refreshed(kept: ResolvedView, component: Component): ResolvedView {
  const ids = new Set<string>(component.ids)
  const fresh = resolved(component)
  const isOutside = ({ subjects }: { readonly subjects: readonly string[] }) =>
    !subjects.some((id) => ids.has(id))
  const views = [...kept.views.filter(({ id }) => !ids.has(id)), ...fresh.views].sort((a, b) =>
    a.id < b.id ? -1 : 1,
  )
  return {
    views,
    heads: [...kept.heads.filter((id) => !ids.has(id)), ...fresh.heads],
    issues: [...kept.issues.filter(isOutside), ...fresh.issues].sort(issueOrder),
    review: [...kept.review.filter(isOutside), ...fresh.review].sort(
      (a, b) => b.at - a.at || (a.id < b.id ? -1 : 1),
    ),
  }
}

/** The heads' order needs their times, which a store's views don't hold; who they are follows from the views. */
function expectSame(kept: ResolvedView, full: ResolvedView): void {
  expect({ ...kept, heads: [...kept.heads].sort() }).toEqual({ ...full, heads: [...full.heads].sort() })
}

function edited({ rows, edges }: StoreContent, change: Edit): StoreContent {
  switch (change.kind) {
    case 'put':
      return { rows: [...rows.filter(({ id }) => id !== change.row.id), change.row], edges }
    case 'drop':
      return { rows: rows.filter(({ id }) => id !== change.row.id), edges }
    case 'link':
      return { rows, edges: [...edges.filter((edge) => !isSame(edge, change.edge)), change.edge] }
    case 'unlink':
      return { rows, edges: edges.filter((edge) => !isSame(edge, change.edge)) }
    default:
      return change satisfies never
  }
}

function isSame(a: StoreContent['edges'][number], b: StoreContent['edges'][number]): boolean {
  return a.kind === b.kind && a.top === b.top && a.under === b.under
}
