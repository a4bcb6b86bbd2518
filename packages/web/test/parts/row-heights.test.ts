import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RowHeights } from '../../src/parts/row-heights.ts'

const GUESS = 60
const measures = fc.array(fc.tuple(fc.nat(30), fc.integer({ min: 1, max: 400 })), { maxLength: 40 })

test('a row begins where the ones before it end, whatever was measured, and is found by any place within it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 30 }), measures, (count, measured) => {
      const heights = new RowHeights(count, GUESS)
      const plain = Array.from({ length: count }, () => GUESS)
      for (const [index, height] of measured) {
        const before = plain[index]
        expect(heights.measure(index, height)).toBe(before === undefined ? 0 : height - before)
        if (before !== undefined) plain[index] = height
      }
      let top = 0
      plain.forEach((height, index) => {
        expect(heights.top(index)).toBe(top)
        expect([heights.at(top), heights.at(top + height - 1)]).toEqual([index, index])
        top += height
      })
      expect(heights.top(count)).toBe(top)
      expect([heights.at(-5), heights.at(top + 5)]).toEqual([0, count - 1])
    }),
  )
})

test('rows that stay keep what was measured when the list grows or shrinks', () => {
  const heights = new RowHeights(3, GUESS)
  heights.measure(1, 100)
  heights.resize(5)
  expect([2, 5].map((index) => heights.top(index))).toEqual([160, 340])
  heights.resize(2)
  expect(heights.top(2)).toBe(160)
})
