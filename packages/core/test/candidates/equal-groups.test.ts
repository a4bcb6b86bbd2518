import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupEqual } from '../../src/candidates/equal-groups.ts'

test('entries are of one group where their keys are equal, in ascending order', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.integer(), fc.integer({ min: -3, max: 3 }))), (keys) => {
      const { groupOf, starts, members } = groupEqual(Int32Array.from(keys))
      for (const [entry, key] of keys.entries()) {
        const group = groupOf[entry] ?? -1
        const expected = keys.flatMap((other, place) => (other === key ? [place] : []))
        expect([...members.subarray(starts[group], starts[group + 1])]).toEqual(expected)
      }
    }),
  )
})
