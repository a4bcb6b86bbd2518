import { expect, test } from 'vitest'
import { AtomPlaces } from '../../../src/fidelity/replay/atom-places.ts'

const PLACES = new AtomPlaces(4, [
  Int32Array.of(0, 2),
  Int32Array.of(),
  Int32Array.of(2),
  Int32Array.of(0, 2, 3),
])

test('an atom is in as many messages as hold it, from its first on', () => {
  const found = [0, 1, 2, 3, 9].map((atom) => [PLACES.count(atom), PLACES.first(atom)])
  expect(found).toEqual([
    [2, 0],
    [0, undefined],
    [3, 0],
    [1, 3],
    [0, undefined],
  ])
})

test('the next message that holds an atom is at the one asked from, or after it', () => {
  expect([0, 1, 2, 3, 4].map((k) => PLACES.next(2, k))).toEqual([0, 2, 2, 3, undefined])
  expect(PLACES.next(0, 4)).toBeUndefined()
  expect(PLACES.next(9, 0)).toBeUndefined()
})
