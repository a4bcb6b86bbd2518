import { describe, expect, test } from 'vitest'
import { chars4 } from '../../src/counters/chars4.ts'
import { est1 } from '../../src/counters/est1.ts'
import { compactionPercent, sizeOf } from '../../src/digest/compaction-percent.ts'
import { frontierOf, treeUnder } from '../../src/digest/lineage/frontier.ts'
import type { Digests } from '../../src/digest/lineage/open-digests.ts'
import { measureBoundary } from '../../src/digest/metrics/boundary.ts'
import { measureEvidence } from '../../src/digest/metrics/evidence-kept.ts'
import { measureDigest } from '../../src/digest/metrics/measure-digest.ts'
import type { EntryId } from '../../src/domain/ids.ts'
import type { Link } from '../../src/domain/link.ts'
import { buildEntry } from '../../src/testing/builders.ts'

describe('size and percent', () => {
  test('the percentage is of all sources, rounded half away from zero, 0 of nothing [QP-12]', () => {
    expect(compactionPercent(50, 200)).toBe(75)
    expect(compactionPercent(37, 66)).toBe(43.9)
    expect(compactionPercent(145, 260)).toBe(44.2)
    expect(compactionPercent(37, 40)).toBe(7.5)
    expect(compactionPercent(5, 0)).toBe(0)
    expect(compactionPercent(20, 10)).toBe(-100)
    expect(compactionPercent(2001, 2000)).toBe(-0.1)
    expect(Object.is(compactionPercent(20_001, 20_000), 0)).toBe(true)
  })

  test('Han counts by the character, as ASCII does: never in bytes [BR-75]', () => {
    const percentOf = (letter: string) => {
      const size = (count: number) =>
        sizeOf({ content: letter.repeat(count) }, { basis: 'body', counter: undefined })
      return compactionPercent(size(200), size(2000))
    }
    expect(percentOf('字')).toBe(90)
    expect(percentOf('a')).toBe(90)
    expect(sizeOf({ content: '🔥', summary: '' }, { basis: 'summary', counter: undefined })).toBe(1)
    expect(sizeOf({ content: 'abcde' }, { basis: 'body', counter: chars4 })).toBe(2)
  })
})

/** D (50 tokens) over I (40) and c (25); I over a (100) and b (75). */
const SIZES: Readonly<Record<string, number>> = { D: 50, I: 40, a: 100, b: 75, c: 25 }
const UNDER: Readonly<Record<string, readonly string[]>> = { D: ['I', 'c'], I: ['a', 'b'] }

describe('what lies under a digest', () => {
  const digests = {
    sourcesOf: (id: string) => UNDER[id] ?? [],
    contestersOf: () => [],
  } as unknown as Digests
  const reader = {
    entry: (id: string) => buildEntry(id, { content: 'x'.repeat((SIZES[id] ?? 0) * 4) }),
  }
  const percentAt = (depth: number) =>
    measureDigest(reader, digests, 'D' as EntryId, { basis: 'body', counter: est1 }, depth).percent

  test('a percentage at a depth is of what stands there, and counts nothing twice [QP-35]', () => {
    expect([percentAt(1), percentAt(2), percentAt(9)]).toEqual([23.1, 75, 75])
    expect(frontierOf(digests, 'D' as EntryId, 2)).toEqual(['c', 'a', 'b'])
  })

  test('the tree is breadth first, then by id, and expands nothing twice [QP-10]', () => {
    const shared = { sourcesOf: (id: string) => ({ D: ['I', 'J'], I: ['a'], J: ['a', 'b'] })[id] ?? [] }
    expect(treeUnder(shared as unknown as Digests, 'D' as EntryId, 2)).toEqual([
      { from: 'D', to: 'I', depth: 1 },
      { from: 'D', to: 'J', depth: 1 },
      { from: 'I', to: 'a', depth: 2 },
      { from: 'J', to: 'a', depth: 2, seen: true },
      { from: 'J', to: 'b', depth: 2 },
    ])
  })
})

test('a boundary counts both directions, each link once, and no link of the digest [QP-14]', () => {
  const link = (from: string, type: string, to: string, source: Link['source'] = 'typed'): Link => ({
    from: from as EntryId,
    to: to as EntryId,
    type,
    source,
  })
  const links = [
    link('a', 'related', 'b', 'inline'),
    link('a', 'related', 'b'),
    link('b', 'supports', 'x'),
    link('x', 'related', 'a'),
    link('a', 'related', 'D'),
    link('D', 'related', 'b'),
    link('a', 'related', 'a'),
    link('a', 'related', 'nobody'),
  ]
  const reader = {
    links: () => links,
    entry: (id: string) => (id === 'nobody' ? undefined : buildEntry(id)),
  }
  expect(measureBoundary(reader, 'D' as EntryId, ['a', 'b'] as EntryId[])).toEqual({
    internal: 1,
    boundary: 2,
    inbound: 1,
    outbound: 1,
    ratio: 2 / 3,
  })
})

test('what a digest misses names its sources, each piece of evidence once [QP-37]', () => {
  const { anchors, negations } = measureEvidence({ content: 'The API listens on port 3000.' }, [
    buildEntry('s1', { content: 'The API listens on port 3000. Never restart it by hand.' }),
    buildEntry('s2', { content: 'Port 3000 is open; see src/net.ts.' }),
    buildEntry('s3', { content: 'src/net.ts opens port 3000.' }),
  ])
  expect(anchors).toMatchObject({ total: 2, kept: 1 })
  expect(anchors.missing).toEqual([{ class: 'path', value: 'src/net.ts', sources: ['s2', 's3'] }])
  expect(negations).toMatchObject({ total: 1, kept: 0 })
})
