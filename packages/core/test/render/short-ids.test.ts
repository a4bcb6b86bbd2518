import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { byText, sortedUnique } from '../../src/domain/order.ts'
import { shortId, shortIds, shortIdsAmong } from '../../src/render/short-ids.ts'

const idText = fc.string({ unit: fc.constantFrom('a', 'b', '-', 'A'), minLength: 1, maxLength: 14 })

function uniqueIn(ids: readonly string[]) {
  return (prefix: string) => ids.filter((id) => id.startsWith(prefix)).length === 1
}

describe('a short id', () => {
  test.each([
    ['7c1d09aa-0000', ['7c1d09aa-0000', '7c1d09ab-0000'], '7c1d09aa'],
    ['7c1d09aa-0000', ['7c1d09aa-0000', '7c1d09aa-1000'], '7c1d09aa-0'],
    ['c1', ['c1', 'c2', 'c10'], 'c1'],
    ['abcdefgh', ['abcdefgh', 'abcdefghi'], 'abcdefgh'],
    ['abcdefghi', ['abcdefgh', 'abcdefghi'], 'abcdefghi'],
  ])('of %s among %j is %s', (id, ids, short) => {
    expect(shortId(id, uniqueIn(ids))).toBe(short)
    expect(shortIds([...ids].sort(byText)).get(id)).toBe(short)
  })

  test('is one character longer than what it shares, at every length', () => {
    for (let shared = 8; shared < 60; shared++) {
      const ids = [`${'x'.repeat(shared)}a-${'y'.repeat(40)}`, `${'x'.repeat(shared)}b-${'y'.repeat(40)}`]
      expect(ids.map((id) => shortId(id, uniqueIn(ids)).length)).toEqual([shared + 1, shared + 1])
      expect([...shortIds(ids).values()].map((id) => id.length)).toEqual([shared + 1, shared + 1])
    }
  })

  test('of a whole page asks a store few questions', () => {
    let questions = 0
    const page = Array.from({ length: 20 }, (_, n) => `${'x'.repeat(20 + n)}-${n}`)
    shortIdsAmong(page, (prefixes) => {
      questions++
      return new Set(prefixes.filter((prefix) => !uniqueIn(page)(prefix)))
    })
    expect(questions).toBeLessThanOrEqual(7)
  })

  test('asks a store few questions', () => {
    let questions = 0
    shortId('x'.repeat(128), () => {
      questions++
      return false
    })
    expect(questions).toBeLessThanOrEqual(9)
  })
})

test('one by one and all at once give the same short ids, each the shortest that tells them apart', () => {
  fc.assert(
    fc.property(fc.array(idText, { minLength: 1, maxLength: 30 }).map(sortedUnique), (ids) => {
      const all = shortIds(ids)
      const sharedOf = (prefixes: readonly string[]) =>
        new Set(prefixes.filter((prefix) => !uniqueIn(ids)(prefix)))
      expect(shortIdsAmong(ids, sharedOf)).toEqual(all)
      for (const id of ids) {
        const short = all.get(id) ?? ''
        expect(shortId(id, uniqueIn(ids))).toBe(short)
        expect(id.startsWith(short)).toBe(true)
        expect(short.length >= 8 || short === id).toBe(true)
        expect(short === id || uniqueIn(ids)(short)).toBe(true)
        if (short.length > 8) expect(uniqueIn(ids)(short.slice(0, -1))).toBe(false)
      }
    }),
  )
})
