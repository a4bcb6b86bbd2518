import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boundedClusters } from '../../src/candidates/bounded-clusters.ts'
import { type CandidatePair, candidatePairs } from '../../src/candidates/candidate-pairs.ts'

const bounds = { maxSize: 10, maxDiameter: 0.5 }

function pair(a: string, b: string, score = 0.9): CandidatePair {
  return { a, b, score }
}

const somePairs = fc.array(
  fc
    .tuple(fc.constantFrom(...'abcdefgh'), fc.constantFrom(...'abcdefgh'), fc.constantFrom(0.3, 0.6, 0.9))
    .filter(([a, b]) => a < b)
    .map(([a, b, score]) => pair(a, b, score)),
  { maxLength: 28 },
)

describe('boundedClusters', () => {
  test('a chain of twelve never runs together [MG-47] [LS-48]', () => {
    const ids = 'abcdefghijkl'.split('')
    const chain = ids.slice(1).map((id, place) => pair(ids[place] ?? '', id))
    const clusters = boundedClusters(chain, bounds)
    expect(clusters).toEqual([
      ['a', 'b'],
      ['c', 'd'],
      ['e', 'f'],
      ['g', 'h'],
      ['i', 'j'],
      ['k', 'l'],
    ])
  })

  test('twelve facts each like the next are not one cluster by their texts either [MG-47]', () => {
    const words = Array.from({ length: 24 }, (_, place) => `topic${String.fromCharCode(97 + place)}`)
    const entries = Array.from({ length: 12 }, (_, place) => ({
      id: `f${String(place).padStart(2, '0')}`,
      text: words.slice(place, place + 6).join(' '),
    }))
    const clusters = boundedClusters(candidatePairs(entries), bounds)
    expect(clusters.every((cluster) => !(cluster.includes('f00') && cluster.includes('f11')))).toBe(true)
    expect(Math.max(...clusters.map((cluster) => cluster.length))).toBeLessThan(6)
  })

  test('a clique is one cluster up to the size given [MG-49]', () => {
    const ids = 'abcdefg'.split('')
    const clique = ids.flatMap((a) => ids.filter((b) => a < b).map((b) => pair(a, b)))
    expect(boundedClusters(clique, bounds)).toEqual([ids])
    expect(boundedClusters(clique, { ...bounds, maxSize: 3 })).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e', 'f'],
    ])
  })

  test('a pair too far apart is none', () => {
    expect(boundedClusters([pair('a', 'b', 0.49)], bounds)).toEqual([])
    expect(boundedClusters([pair('a', 'b', 0.5)], bounds)).toEqual([['a', 'b']])
  })

  test('entries choose in the order given', () => {
    const chain = [pair('a', 'b'), pair('b', 'c')]
    expect(boundedClusters(chain, { ...bounds, order: ['c', 'b', 'a'] })).toEqual([['c', 'b']])
  })

  test('members are near one another, none is in two clusters, none stands alone', () => {
    fc.assert(
      fc.property(somePairs, fc.integer({ min: 2, max: 5 }), (pairs, maxSize) => {
        const clusters = boundedClusters(pairs, { maxSize, maxDiameter: 0.5 })
        const members = clusters.flat()
        expect(new Set(members).size).toBe(members.length)
        for (const cluster of clusters) {
          expect(cluster.length).toBeGreaterThan(1)
          expect(cluster.length).toBeLessThanOrEqual(maxSize)
          for (const a of cluster) {
            for (const b of cluster.filter((other) => a < other)) {
              expect(pairs.some((near) => near.a === a && near.b === b && near.score >= 0.5)).toBe(true)
            }
          }
        }
      }),
    )
  })

  test('the order of the pairs changes nothing [MG-48]', () => {
    fc.assert(
      fc.property(somePairs, (pairs) => {
        expect(boundedClusters(pairs.toReversed(), bounds)).toEqual(boundedClusters(pairs, bounds))
      }),
    )
  })
})
