import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EntryId } from '../../../src/domain/ids.ts'
import { byNumber, byText } from '../../../src/domain/order.ts'
import { appendIds, compareId, compareIds, idAt, NO_IDS } from '../../../src/render/rendering/id-column.ts'
import { splicedColumn, splicePieces } from '../../../src/render/rendering/spliced-rows.ts'

test('a spliced column is the list without what went, and with each addition before its place', () => {
  const model = fc.record({
    rows: fc.array(fc.nat(99)),
    gone: fc.uniqueArray(fc.nat(20)),
    added: fc.array(fc.record({ place: fc.nat(20), value: fc.integer({ min: 100, max: 200 }) })),
  })
  fc.assert(
    fc.property(model, ({ rows, gone, added }) => {
      const left = gone.filter((place) => place < rows.length).sort(byNumber)
      const put = added
        .map(({ place, value }) => ({ place: Math.min(place, rows.length), value }))
        .sort((a, b) => a.place - b.place)
      const expected = [...rows, undefined].flatMap((row, place) => [
        ...put.filter((each) => each.place === place).map(({ value }) => value + 1000),
        ...(row === undefined || left.includes(place) ? [] : [row]),
      ])
      const pieces = splicePieces(
        rows.length,
        left,
        put.map(({ value }) => value),
        put.map(({ place }) => place),
      )
      const column = splicedColumn(Uint32Array.from(rows), pieces, (value) => value + 1000)
      expect([...column]).toEqual(expected)
    }),
  )
})

const id = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,20}$/).map((text) => text as EntryId)

test('a column of ids gives back each id, and compares them as texts', () => {
  fc.assert(
    fc.property(fc.array(id, { minLength: 1 }), fc.array(id), (first, second) => {
      const column = appendIds(appendIds(NO_IDS, first), second)
      const ids = [...first, ...second]
      expect(ids.map((_, row) => idAt(column, row))).toEqual(ids)
      for (const [row, one] of ids.entries()) {
        expect(Math.sign(compareIds(column, 0, column, row))).toBe(byText(ids[0] ?? '', one))
        expect(Math.sign(compareId(column, row, ids[0] ?? ''))).toBe(byText(one, ids[0] ?? ''))
      }
    }),
  )
})
