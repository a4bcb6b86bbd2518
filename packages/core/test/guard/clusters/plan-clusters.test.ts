import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ClusterEntry, planClusters } from '../../../src/guard/clusters/plan-clusters.ts'
import { prepareStatement } from '../../../src/guard/pair/statement.ts'

function entry(id: string, text: string, context?: ClusterEntry['context']): ClusterEntry {
  const known = { id, created: '2026-03-01T00:00:00.000Z', statement: prepareStatement(text) }
  return context === undefined ? known : { ...known, context }
}

/** Each text shares most of its words with the next and none with those further on. */
const WORDS =
  'apple bridge candle desert engine forest garden harbor island jungle kettle ladder meadow needle'.split(
    ' ',
  )
const CHAIN = Array.from({ length: 12 }, (_, index) =>
  entry(`e${index + 10}`, WORDS.slice(index, index + 3).join(' ')),
)

describe('clusters', () => {
  test('a chain of likenesses is never one cluster [MG-47]', () => {
    const clusters = planClusters('dedup', CHAIN)
    expect(clusters.length).toBeGreaterThan(4)
    expect(Math.max(...clusters.map((members) => members.length))).toBeLessThan(4)
  })

  test('are the same whatever the order of the input, and stay as they are [MG-48]', () => {
    const clusters = planClusters('dedup', CHAIN)
    fc.assert(
      fc.property(fc.shuffledSubarray([...CHAIN], { minLength: CHAIN.length }), (shuffled) => {
        expect(planClusters('dedup', shuffled)).toEqual(clusters)
      }),
    )
    for (const members of clusters) {
      const again = CHAIN.filter(({ id }) => members.includes(id))
      expect(planClusters('dedup', again)).toEqual([members])
    }
  })

  test('are no larger than a text may have sources [MG-49]', () => {
    const many = Array.from({ length: 45 }, (_, index) => entry(`e${index + 10}`, 'Use pnpm for installs'))
    expect(planClusters('dedup', many).map((members) => members.length)).toEqual([10, 10, 10, 10, 5])
    expect(planClusters('consolidates', many).map((members) => members.length)).toEqual([20, 20, 5])
  })

  test('a fusion may join distinct facts, but not two that conflict or live in two places', () => {
    const texts = [
      entry('a', 'Use tabs'),
      entry('b', 'Do not use tabs'),
      entry('c', 'Deploys go through Jenkins'),
    ]
    expect(planClusters('fuse', texts)).toEqual([['a', 'c'], ['b']])
    expect(planClusters('dedup', texts)).toEqual([['a'], ['b'], ['c']])
    const apart = [entry('a', 'Use tabs', { project: 'x' }), entry('b', 'Tabs are wide', { project: 'y' })]
    expect(planClusters('fuse', apart)).toEqual([['a'], ['b']])
  })
})
