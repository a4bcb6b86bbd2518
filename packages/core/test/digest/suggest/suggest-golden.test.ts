import { describe, expect, test } from 'vitest'
import { est1 } from '../../../src/counters/est1.ts'
import { SUGGEST_DEFAULTS, suggestDigests } from '../../../src/digest/index.ts'
import { seededRandom } from '../../../src/domain/seeded-random.ts'
import { memoryOf } from '../../recall/memory-of.ts'
import {
  clique,
  inlineLink,
  named,
  PLANTED_GROUPS,
  plantedLinks,
  suggestFromLinks,
} from './suggestion-case.ts'

const BRIDGED = [...clique(named('a', 4)), ...clique(named('b', 4)), inlineLink('a1', 'b1')]

describe('the table of the reference', () => {
  test('two groups with one bridge are two candidates, with the figures stated [QP-16] [QP-40] [BR-72]', () => {
    const figures = {
      internalEdges: 6,
      boundaryEdges: 1,
      tokens: 400,
      characters: 1600,
      targetTokens: 100,
      saving: 300,
      averageValue: 50,
      valueFactor: 1,
      score: 257.1,
    }
    const found = suggestFromLinks(BRIDGED)
    expect(found).toMatchObject([
      { ids: named('a', 4), ...figures },
      { ids: named('b', 4), ...figures },
    ])
    expect(found[0]?.cohesion.toFixed(4)).toBe('0.8571')
    expect(found[0]?.boundaryRatio.toFixed(4)).toBe('0.1429')
  })

  test('entries of low value raise the score [QP-40]', () => {
    expect(suggestFromLinks(BRIDGED, { note: { value: 10 } }).map(({ score }) => score)).toEqual([360, 360])
  })

  test('a hub with thirty leaves is one candidate within the cap, the loose leaves none [QP-16] [QP-39] [BR-72]', () => {
    const found = suggestFromLinks(named('l', 30).map((leaf) => inlineLink('hub', leaf)))
    expect(found).toMatchObject([
      {
        ids: ['hub', ...named('l', 30).slice(0, 19)],
        internalEdges: 19,
        boundaryEdges: 11,
        score: 1013.3,
      },
    ])
    expect(found[0]?.cohesion.toFixed(4)).toBe('0.6333')
  })

  test('thirty groups in a ring are thirty candidates, past the resolution limit [QP-16] [QP-39]', () => {
    const groups = named('c', 30).map((group) => named(`${group}-`, 5))
    const ring = groups.map((group, at) => inlineLink(group[4] ?? '', groups[(at + 1) % 30]?.[0] ?? ''))
    const found = suggestFromLinks([...groups.flatMap(clique), ...ring])
    expect(found.map(({ ids }) => ids)).toHaveLength(30)
    expect(new Set(found.map(({ ids }) => ids.join()))).toEqual(new Set(groups.map((group) => group.join())))
  })

  test.each(Array.from({ length: 50 }, (_, at) => at + 1))(
    'planted groups are found exactly: seed %i [QP-16]',
    (seed) => {
      const found = suggestFromLinks(plantedLinks(seed)).map(({ ids }) => ids.join())
      expect(found.sort()).toEqual(PLANTED_GROUPS.map((group) => group.join()))
    },
  )

  test('what is compacted is not suggested again [QP-16] [BR-72]', () => {
    const text = { content: 'x'.repeat(400) }
    const { store, view } = memoryOf({
      entries: {
        ...Object.fromEntries([...named('a', 4), ...named('b', 4)].map((id) => [id, { ...text, title: id }])),
        d: { content: 'Digest', title: 'Digest' },
      },
      links: BRIDGED.map(({ from, to }) => `${from} related ${to} inline`),
      lineage: ['d digests a1 a2 a3 a4'],
    })
    const found = suggestDigests(store, view, est1, { ...SUGGEST_DEFAULTS, evidence: ['links'] })
    expect(found.map(({ ids }) => ids)).toEqual([named('b', 4)])
  })

  test('without links there is no candidate', () => {
    expect(suggestFromLinks([])).toEqual([])
  })
})

test('the random numbers are those of the reference', () => {
  const random = seededRandom(1)
  expect([random(), random(), random()].map((value) => value.toFixed(10))).toEqual([
    '0.6270739406',
    '0.0027357212',
    '0.5274470400',
  ])
})
