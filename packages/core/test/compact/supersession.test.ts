import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { resolveView } from '../../src/compact/resolve-view.ts'
import { weakestFirst } from '../../src/domain/entry.ts'
import type { EntryId } from '../../src/domain/ids.ts'
import { arbitraryRow, type StoreContent } from './arbitrary-store.ts'
import { edgeOf, resolve } from './case.ts'

const superseding = fc.record({
  rows: fc.uniqueArray(
    arbitraryRow(true).map((row) => ({ ...row, trust: 'agent' as const })),
    { selector: (row) => row.id, maxLength: 14 },
  ),
  edges: fc
    .array(fc.tuple(fc.integer({ max: 13, min: 0 }), fc.integer({ max: 13, min: 0 })), { maxLength: 16 })
    .map((pairs) => pairs.map(([top, under]) => edgeOf('supersedes', `e${top}`, `e${under}`))),
})

describe('supersession', () => {
  test('the dead are those of a literal reading of the rules [LS-06]', () => {
    fc.assert(
      fc.property(superseding, (content) => {
        const dead = resolveView(content.rows, content.edges)
          .views.filter(({ hidden }) => hidden?.reason === 'superseded')
          .map(({ id }) => id)
        expect(dead).toEqual(deadByTheBook(content))
      }),
      { numRuns: 3000 },
    )
  })

  test('a chain whose links are all repeated ends in its newest link', () => {
    const { heads } = resolve({
      A1: { t: 1, text: 'a' },
      B1: { t: 2, text: 'b', supersedes: ['A1'] },
      A2: { t: 3, text: 'a', supersedes: ['B1'] },
      B2: { t: 4, text: 'b', supersedes: ['A2'] },
    })
    expect(heads).toEqual(['B2'])
  })

  test('a cycle that only clocks close is a warning, and its newest entry is shown', () => {
    const { heads, issues } = resolve({
      X1: { t: 1, text: 'x', supersedes: ['Y'] },
      X2: { t: 10, text: 'x' },
      Y: { t: 5, supersedes: ['Z2'] },
      Z1: { t: 3, text: 'z', supersedes: ['X2'] },
      Z2: { t: 2, text: 'z' },
    })
    expect(heads).toEqual(['X2'])
    expect(issues.map(({ code, subjects }) => [code, subjects])).toEqual([
      ['lineage_clock_skew', ['X1', 'X2', 'Y', 'Z1']],
    ])
  })

  test('retracting a superseder does not show the superseded entry [LS-33]', () => {
    const { heads } = resolve({ B: { t: 1 }, A: { t: 2, supersedes: ['B'], retracted: true }, C: { t: 3 } })
    expect(heads).toEqual(['C'])
  })

  test('of several superseders one that is not retracted is looked at instead', () => {
    const { views } = resolve({
      B: { t: 1 },
      A: { t: 2, supersedes: ['B'] },
      R: { t: 3, supersedes: ['B'], retracted: true },
    })
    expect(views.find(({ id }) => id === 'B')?.hidden).toEqual({ reason: 'superseded', by: 'A' })
  })

  test('the heads of a fork name one another', () => {
    const { views, review } = resolve({
      B: { t: 1 },
      A: { t: 2, supersedes: ['B'] },
      D: { t: 3, supersedes: ['B'] },
    })
    expect(views.find(({ id }) => id === 'A')?.forks).toEqual(['D'])
    expect(views.find(({ id }) => id === 'D')?.forks).toEqual(['A'])
    expect(review.map(({ kind, subjects }) => [kind, subjects])).toEqual([['lineage_fork', ['A', 'D']]])
  })

  test('an edge from a tool to an entry of the agent waits for review [RS-67]', () => {
    const { heads, issues, review } = resolve({
      B: { t: 1, trust: 'agent' },
      W: { t: 2, trust: 'tool', supersedes: ['B'] },
    })
    expect(heads).toEqual(['W', 'B'])
    expect(issues).toEqual([])
    expect(review).toMatchObject([
      { kind: 'untrusted', subjects: ['B', 'W'], detail: { lineage: 'supersedes', top: 'W', under: 'B' } },
    ])
  })

  test('a repetition of a superseding text by the web supersedes nothing further [RS-67]', () => {
    const { heads } = resolve({
      B: { t: 1, text: 'use npm', trust: 'user' },
      A: { t: 2, text: 'use pnpm', trust: 'user', supersedes: ['B'] },
      E: { t: 3, text: 'Use npm', trust: 'user' },
      W: { t: 4, text: 'use pnpm', trust: 'web' },
    })
    expect(heads).toEqual(['E', 'A'])
  })
})

/** §6.3 word for word, with reachability by brute force. */
function deadByTheBook({ rows, edges }: StoreContent): readonly EntryId[] {
  const entries = [...rows].sort(weakestFirst)
  const indexOf = new Map(entries.map(({ id }, index) => [id, index]))
  const classOf = entries.map(({ id, titled, text_key, scope }) => (titled ? id : `${scope} ${text_key}`))
  const explicit = edges.flatMap(({ top, under }) => {
    const a = indexOf.get(top)
    const b = indexOf.get(under)
    return a === undefined || b === undefined || a === b ? [] : [[a, b] as const]
  })
  const reachesExplicitly = reachability(entries.length, explicit)
  const kills = [...explicit]
  for (const [a, b] of explicit) {
    if (classOf[a] === classOf[b]) continue
    const over = [...entries.keys()].filter((entry) => classOf[entry] === classOf[a])
    const active = over.filter((entry) => entries[entry]?.retracted === false)
    const last = Math.max(...(active.length > 0 ? active : over))
    for (const member of entries.keys()) {
      const isOlder = classOf[member] === classOf[b] && member < last
      if (isOlder && !reachesExplicitly[member]?.[last]) kills.push([last, member])
    }
  }
  const reaches = reachability(entries.length, kills)
  const isJoined = (a: number, b: number): boolean =>
    a === b || (reaches[a]?.[b] === true && reaches[b]?.[a] === true)
  const isDead = (entry: number): boolean => {
    const component = [...entries.keys()].filter((other) => isJoined(entry, other))
    if (kills.some(([from, to]) => component.includes(to) && !component.includes(from))) return true
    const active = component.filter((other) => entries[other]?.retracted === false)
    return entry !== Math.max(...(active.length > 0 ? active : component))
  }
  return entries
    .filter((_, index) => isDead(index))
    .map(({ id }) => id)
    .sort()
}

function reachability(size: number, arrows: readonly (readonly [number, number])[]): boolean[][] {
  const reaches = Array.from({ length: size }, () => new Array<boolean>(size).fill(false))
  for (const [from, to] of arrows) {
    const row = reaches[from]
    if (row) row[to] = true
  }
  for (let via = 0; via < size; via++) {
    for (let from = 0; from < size; from++) {
      for (let to = 0; to < size; to++) {
        const row = reaches[from]
        if (row?.[via] && reaches[via]?.[to]) row[to] = true
      }
    }
  }
  return reaches
}
