import { describe, expect, test } from 'vitest'
import {
  compactionPercent,
  openDigests,
  roundHalfAway,
  type SizeMeasure,
  sizeOf,
} from '../../src/digest/index.ts'
import { type EntryId, est1, openView } from '../../src/index.ts'
import { memoryOf, SAMPLE } from '../recall/memory-of.ts'

describe('how much a digest saves', () => {
  const { store, view } = memoryOf(SAMPLE)
  const digest = 'qp-d16e' as EntryId
  const sizes = (measure: SizeMeasure) => {
    const size = (id: EntryId) => sizeOf(store.entry(id) ?? { content: '' }, measure)
    const sources = openDigests(store, view, [digest]).sourcesOf(digest).map(size)
    return [size(digest), sources.reduce((sum, each) => sum + each, 0)] as const
  }

  test.each([
    ['tokens of summaries', { basis: 'summary', counter: est1 }, [37, 66], 43.9],
    ['characters of summaries', { basis: 'summary', counter: undefined }, [145, 260], 44.2],
    ['tokens of bodies', { basis: 'body', counter: est1 }, [54, 72], 25],
  ] as const)('is measured in %s [QP-12]', (_, measure, expected, percent) => {
    expect(sizes(measure)).toEqual(expected)
    expect(compactionPercent(expected[0], expected[1])).toBe(percent)
  })

  test.each([
    [50, 200, 75],
    [160, 10, -1500],
    [40, 0, 0],
    [2, 16, 87.5],
    [8, 29, 72.4],
    [1999, 2000, 0.1],
  ])('%i instead of %i is %d percent [QP-12]', (size, sources, percent) => {
    expect(compactionPercent(size, sources)).toBe(percent)
  })

  test.each([
    [0.05, 0.1],
    [-0.05, -0.1],
    [1.25, 1.3],
    [1.005, 1],
    [43.94, 43.9],
  ])('%d rounds half away from zero to %d', (value, rounded) => {
    expect(roundHalfAway(value, 1)).toBe(rounded)
  })
})

describe('the direct sources of a digest', () => {
  test('are those that are there, retracted ones too; one under two digests is contested by both [QP-04]', () => {
    const { store, view } = memoryOf({
      entries: { d: {}, e: {}, a: {}, b: {}, c: { state: 'retracted' } },
      lineage: ['d digests a b c gone d', 'e digests b', 'd supersedes a'],
    })
    const digests = openDigests(store, view, ['d' as EntryId])
    expect(digests.sourcesOf('d' as EntryId)).toEqual(['a', 'b', 'c'])
    expect(digests.missingOf('d' as EntryId)).toEqual(['gone'])
    expect(digests.contestersOf('b' as EntryId)).toEqual(['d', 'e'])
    expect(openView(store, []).viewOf('b' as EntryId)?.hidden).toBeUndefined()
  })
})
