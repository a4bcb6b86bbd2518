import { expect, test } from 'vitest'
import { SeenList } from '../../../src/fidelity/model/seen-list.ts'

const [A, B, C, D] = [{ name: 'a' }, { name: 'b' }, { name: 'c' }, { name: 'd' }]

test('of a list that goes on, only what was added is given, even where it is the same array', () => {
  const seen = new SeenList<object>()
  const list = [A, B]
  expect(seen.grow(list)).toEqual([A, B])
  list.push(C)
  expect(seen.isStartOf(list)).toBe(true)
  expect(seen.grow(list)).toEqual([C])
  expect(seen.grow([...list, D])).toEqual([D])
})

test('of a list that is known to go on, what was added is taken without a look at the rest', () => {
  const seen = new SeenList<object>()
  seen.grow([A, B])
  expect(seen.take([A, B, C])).toEqual([C])
  expect(seen).toHaveLength(3)
})

test('a list that is shorter, or has another object in a place, is given as a whole', () => {
  const seen = new SeenList<object>()
  const list = [A, B]
  seen.grow(list)
  list[1] = { ...B }
  expect(seen.isStartOf(list)).toBe(false)
  expect(seen.grow(list)).toEqual(list)
  expect(seen.grow([A])).toEqual([A])
  expect(seen).toHaveLength(1)
})
