import { describe, expect, test } from 'vitest'
import { cpuMilliseconds } from '../../../../test/cpu-milliseconds.ts'
import type { Entry, NearPair } from '../../src/index.ts'
import { findAllNearPairs, findSeries, relationOf } from '../../src/near/index.ts'
import { BUILT_AT, buildEntry } from '../../src/testing/index.ts'

type Place = Pick<Entry, 'source' | 'recorded' | 'entity'>

/** Where and when an import found a text. */
function at(line: number, file = 'notes.md', recorded = BUILT_AT): Place {
  return { source: { kind: 'import', trust: 'repo', file, line }, recorded }
}

function compare(texts: readonly (readonly [text: string, place: Place])[]) {
  const entries = texts.map(([content, place], index) => buildEntry(`e${index}`, { content, ...place }))
  const pairs: readonly NearPair[] = findAllNearPairs(entries)
  expect(pairs.length).toBeGreaterThan(0)
  return { pairs, reader: { entry: (id: string) => entries.find((entry) => entry.id === id) } }
}

function relationsOf(one: Place, other: Place): readonly string[] {
  const { pairs, reader } = compare([
    ['Use port 3000 for the API', one],
    ['Use port 3001 for the API', other],
  ])
  return pairs.map((pair) => relationOf(pair, reader))
}

function clash(a: NearPair['a'], b: NearPair['b']): NearPair {
  return { a, b, verdict: 'contradicts', score: 0.9, reasons: ['value:num'], flags: [], guard_v: 1 }
}

describe('two values that stand in one file', () => {
  test('on neighbouring lines are meant both', () => {
    expect(relationsOf(at(7), at(8))).toEqual(['related'])
  })

  test('and in commands on neighbouring lines are meant both', () => {
    const commands = [
      'Open the window: run `gate --mode=open --git`',
      'Close the window: run `gate --mode=shut --git`',
    ]
    const [one, other] = commands
    const { pairs, reader } = compare([
      [one ?? '', at(7)],
      [other ?? '', at(8)],
    ])
    expect(pairs.map(({ verdict }) => verdict)).toEqual(['contradicts'])
    expect(pairs.map((pair) => relationOf(pair, reader))).toEqual(['related'])
  })

  test('after an item of several lines are neighbours too', () => {
    const { pairs, reader } = compare([
      ['Use port 3000 for\nthe API,\nthe page\nand the docs', at(7)],
      ['Use port 3001 for\nthe API,\nthe page\nand the docs', at(11)],
    ])
    expect(pairs.map((pair) => relationOf(pair, reader))).toEqual(['related'])
  })

  test('under two headings that one look takes in are meant both', () => {
    const under = (line: number, ...headings: readonly string[]) => {
      return { ...at(line), entity: { kind: 'section', name: headings.join(' › ') } }
    }
    const here = under(7, 'API', 'Development')
    expect(relationsOf(here, under(15, 'API', 'Staging'))).toEqual(['related'])
    expect(relationsOf(here, under(15, 'API', 'Development'))).toEqual(['contradiction_hint'])
    expect(relationsOf(here, under(80, 'API', 'Staging'))).toEqual(['contradiction_hint'])
  })

  test('far apart contradict each other', () => {
    expect(relationsOf(at(7), at(80))).toEqual(['contradiction_hint'])
  })

  test('on the line of the other contradict each other: the file was changed', () => {
    expect(relationsOf(at(7), at(7))).toEqual(['contradiction_hint'])
  })

  test('and were read by two imports contradict each other', () => {
    expect(relationsOf(at(7), at(8, 'notes.md', BUILT_AT + 1))).toEqual(['contradiction_hint'])
  })

  test('of two files contradict each other on any lines', () => {
    expect(relationsOf(at(7), at(8, 'other.md'))).toEqual(['contradiction_hint'])
  })
})

describe('texts of one mould', () => {
  const TEXTS = [1, 5, 10].map((size) => `Index ${size}000 notes from scratch: ${size} s`)

  function seriesOf(texts: readonly string[], file: (index: number) => string): number {
    const { pairs, reader } = compare(
      texts.map((text, index) => [text, at(1 + index * 20, file(index))] as const),
    )
    return findSeries(pairs, reader).size
  }

  test('three or more in one file are a series, and none is newer than the next', () => {
    expect(seriesOf(TEXTS, () => 'notes.md')).toBe(3)
  })

  test('a large one takes time by its pairs, not by the square of them', () => {
    const milliseconds = (size: number): number => {
      const entries = Array.from({ length: size }, (_, nth) => buildEntry(`e${nth}`, at(1 + nth * 20)))
      // Each with five before it, as a comparison leaves them.
      const pairs = entries.flatMap(({ id }, nth) =>
        entries.slice(Math.max(0, nth - 5), nth).map(({ id: before }) => clash(before, id)),
      )
      const byId = new Map(entries.map((entry) => [entry.id, entry]))
      return cpuMilliseconds(() => findSeries(pairs, { entry: (id) => byId.get(id) }))
    }
    milliseconds(4000)
    const few = milliseconds(4000)
    expect(milliseconds(16_000)).toBeLessThan(9 * few + 500)
  })

  test('two are none: one may be newer', () => {
    expect(seriesOf(TEXTS.slice(0, 2), () => 'notes.md')).toBe(0)
  })

  test('one a file are none', () => {
    expect(seriesOf(TEXTS, (index) => `notes-${index}.md`)).toBe(0)
  })
})
