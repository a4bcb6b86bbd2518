import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createCandidateIndex } from '../../src/candidates/candidate-index.ts'
import { candidatePairs } from '../../src/candidates/candidate-pairs.ts'
import { someEntries } from './arbitrary-texts.ts'

/** Each run reads a set of texts several times. */
const RUNS = { numRuns: 40 }

describe('candidatePairs', () => {
  test('near copies and paraphrases are pairs, strangers are not', () => {
    const pairs = [
      ...candidatePairs([
        { id: 'd', text: 'The gateway rejects bodies of more than 2 MB' },
        { id: 'a', text: 'Requests over 2 MB are rejected by the gateway' },
        { id: 'c', text: 'Vence el 7 de marzo' },
        { id: 'b', text: 'The gateway rejects bodies larger than 2 MB' },
      ]),
    ]
    expect(pairs.map(({ a, b }) => `${a}${b}`)).toEqual(['ab', 'ad', 'bd'])
  })

  test('pairs come ordered by ids, each once, none of an entry with itself', () => {
    fc.assert(
      fc.property(someEntries, (entries) => {
        const names = Array.from(candidatePairs(entries), ({ a, b }) => {
          expect(a < b).toBe(true)
          return JSON.stringify([a, b])
        })
        expect(new Set(names).size).toBe(names.length)
        expect(names).toEqual(
          Array.from(candidatePairs(entries))
            .toSorted((x, y) => (x.a === y.a ? (x.b < y.b ? -1 : 1) : x.a < y.a ? -1 : 1))
            .map(({ a, b }) => JSON.stringify([a, b])),
        )
      }),
      RUNS,
    )
  })

  test('the order of the entries changes no pair [MG-48]', () => {
    fc.assert(
      fc.property(someEntries, (entries) => {
        expect([...candidatePairs(entries.toReversed())]).toEqual([...candidatePairs(entries)])
      }),
      RUNS,
    )
  })

  test('the pairs are what the index nominates from either end', () => {
    fc.assert(
      fc.property(someEntries, (entries) => {
        const index = createCandidateIndex(entries)
        const found = new Set<string>()
        for (const { id } of entries) {
          for (const { id: other, score } of index.candidatesOf(id, 16)) {
            if (score >= 0.1) found.add(JSON.stringify([id, other].toSorted()))
          }
        }
        const pairs = [...candidatePairs(entries)]
        expect(pairs.map(({ a, b }) => JSON.stringify([a, b])).toSorted()).toEqual([...found].toSorted())
      }),
      RUNS,
    )
  })

  test('of an id that occurs twice the last text counts', () => {
    const pairs = candidatePairs([
      { id: 'a', text: 'drink tea' },
      { id: 'b', text: 'use npm' },
      { id: 'a', text: 'use npm' },
    ])
    expect([...pairs]).toHaveLength(1)
  })

  test('five thousand entries are far from compared each with each', () => {
    const entries = Array.from({ length: 5000 }, (_, number) => ({
      id: `e${number}`,
      text: `module${number % 700} reads field${(number * 7) % 900} of table${(number * 13) % 800}`,
    }))
    const pairs = [...candidatePairs(entries, { neighbours: 8 })]
    expect(pairs.length).toBeGreaterThan(5000)
    expect(pairs.length).toBeLessThan(40_001)
  })
})
