import { expect, test } from 'vitest'
import { readNearMiss } from '../../../../bench/merge/read-near-miss.ts'
import { measureNearMisses } from '../../../../bench/propose/near-miss-answers.ts'

/** Each tells of a change without naming what was: nothing in the pair shows that one is the older. */
const KNOWN = ['NM-203', 'NM-435']

test('of pairs that must stay apart a model makes one by no wording and under no name, but for two that tell of a change', () => {
  const { falseMerges, apart, same, merged } = measureNearMisses(readNearMiss())
  expect(falseMerges.map(({ id }) => id)).toEqual(KNOWN)
  expect(apart).toBeGreaterThan(300)
  expect(merged / same).toBeGreaterThan(0.7)
})
