import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonOf } from '../../src/compact/canon.ts'
import { resolveView } from '../../src/compact/resolve-view.ts'
import { storeContent } from './arbitrary-store.ts'

const any = storeContent({ hasHidden: true })
const unhidden = storeContent({ hasHidden: false })
const RUNS = { numRuns: 2000 }

describe('laws of stage 1', () => {
  test('the order of the input never matters [LS-05]', () => {
    const shuffled = any.chain(({ rows, edges }) =>
      fc.record({
        content: fc.constant({ rows, edges }),
        rows: fc.shuffledSubarray([...rows], { minLength: rows.length }),
        edges: fc.shuffledSubarray([...edges], { minLength: edges.length }),
      }),
    )
    fc.assert(
      fc.property(shuffled, ({ content, rows, edges }) => {
        expect(resolveView(rows, edges)).toEqual(resolveView(content.rows, content.edges))
      }),
      RUNS,
    )
  })

  test('every entry is a head or hidden, and each chain of tops ends [LS-31]', () => {
    fc.assert(
      fc.property(any, ({ rows, edges }) => {
        const { views, heads } = resolveView(rows, edges)
        expect(views.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).sort())
        const hidden = views.filter((view) => view.hidden !== undefined)
        const shown = views.filter((view) => view.hidden === undefined).map(({ id }) => id)
        expect([...heads].sort()).toEqual(shown)
        for (const { id } of hidden) expectEnd(views, id)
      }),
      RUNS,
    )
  })

  test('without retractions a set has a head, whatever its lineage [LS-32]', () => {
    fc.assert(
      fc.property(unhidden, ({ rows, edges }) => {
        const { views, heads } = resolveView(rows, edges)
        expect(heads.length > 0).toBe(rows.length > 0)
        // More: no single entry is left without one that is shown in its place.
        const viewOf = (id: string) => views.find((view) => view.id === id)
        for (const { id } of views) expect(viewOf(canonOf(id, viewOf))?.hidden).toBeUndefined()
      }),
      RUNS,
    )
  })

  test('canon of a canon is itself [QP-02]', () => {
    fc.assert(
      fc.property(any, ({ rows, edges }) => {
        const { views } = resolveView(rows, edges)
        const viewOf = (id: string) => views.find((view) => view.id === id)
        for (const { id } of views) {
          const canon = canonOf(id, viewOf)
          expect(canonOf(canon, viewOf)).toBe(canon)
        }
      }),
      RUNS,
    )
  })

  test('text of a tool or the web never hides an entry of higher trust [RS-67]', () => {
    const reach = { web: 0, tool: 1, repo: 9, agent: 9, user: 9 }
    const rank = { web: 0, tool: 1, repo: 2, agent: 3, user: 4 }
    fc.assert(
      fc.property(any, ({ rows, edges }) => {
        const trustOf = new Map(rows.map((row) => [row.id, row.trust]))
        for (const { id, hidden } of resolveView(rows, edges).views) {
          // A retracted entry was taken away by a person; `by` only leads on from it.
          if (!hidden?.by || ['retracted', 'forgotten', 'dissolved'].includes(hidden.reason)) continue
          expect(rank[trustOf.get(id) ?? 'web']).toBeLessThanOrEqual(reach[trustOf.get(hidden.by) ?? 'web'])
        }
      }),
      RUNS,
    )
  })
})

function expectEnd(views: readonly { id: string; hidden?: { by: string | null } }[], start: string): void {
  const seen = new Set<string>()
  let id: string | null = start
  while (id !== null) {
    expect(seen.has(id)).toBe(false)
    seen.add(id)
    const view = views.find((candidate) => candidate.id === id)
    expect(view).toBeDefined()
    id = view?.hidden?.by ?? null
  }
}
