import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuMilliseconds } from '../../../../../test/cpu-milliseconds.ts'
import { VarveError } from '../../../src/domain/errors.ts'
import { parseRecords } from '../../../src/render/records/parse-records.ts'
import { recordBody } from '../../../src/render/records/record-body.ts'
import type { RecordItem } from '../../../src/render/records/record-item.ts'
import {
  listValue,
  recordHeader,
  recordLine,
  summaryLine,
  warningLine,
} from '../../../src/render/records/record-line.ts'
import { renderRecords } from '../../../src/render/records/render-records.ts'

describe('a line of values', () => {
  test('is as the reference prints it', () => {
    expect(recordHeader('context', { notes: 3, total: 3, truncated: false })).toBe(
      'H varve=1 records=1 mode=context notes=3 total=3 truncated=false',
    )
    expect(
      recordLine('N', ['qp-d16e', 'permanent', { quoted: 'Install tooling digest' }], {
        tags: listValue(['digest']),
        compacts: 3,
        compaction: '44%',
        stale: undefined,
        via: 'qp-3e4f',
      }),
    ).toBe('N qp-d16e permanent "Install tooling digest" tags=digest compacts=3 compaction=44% via=qp-3e4f')
    expect(recordLine('D', ['missing', 'number', { quoted: '96s' }], { from: 'qp-3e4f' })).toBe(
      'D missing number "96s" from=qp-3e4f',
    )
    expect(recordLine('E', ['qp-9f0e', 'related', 'qp-d16e', 'inline'])).toBe(
      'E qp-9f0e related qp-d16e inline',
    )
  })

  test.each([
    ['plain', 'k=plain'],
    ['two words', 'k="two words"'],
    ['say "x"', 'k="say \\"x\\""'],
    ['C:\\temp', 'k="C:\\\\temp"'],
    ['a\nb\tc\rd', 'k="a\\nb\\tc\\rd"'],
    ['a=b', 'k=a=b'],
    ['', 'k='],
    ['44%', 'k=44%'],
  ])('has the field value %j as %s', (value, field) => {
    expect(recordLine('D', [], { k: value })).toBe(`D ${field}`)
  })

  test('quotes a value without a name where it would vanish or read as a field', () => {
    expect(recordLine('D', ['', 'a=b', 7])).toBe('D "" "a=b" 7')
  })

  test('shows an empty list as -', () => {
    expect(recordLine('N', ['x'], { tags: listValue([]) })).toBe('N x tags=-')
  })
})

test('a summary and a warning stay on one line', () => {
  expect(summaryLine('x', 'a\nb\r\nc')).toBe('S x a b c')
  expect(warningLine('read\nthis "as is"')).toBe('W read this "as is"')
})

describe('a body', () => {
  test.each([
    ['one\n', 'B x\none\nB-END'],
    ['one', 'B x\none\nB-END'],
    ['', 'B x\nB-END'],
    ['\n', 'B x\n\nB-END'],
    ['B-END\n', 'B x\n\\B-END\nB-END'],
    ['B-ENDED\n', 'B x\n\\B-ENDED\nB-END'],
    ['\\B-END\n', 'B x\n\\\\B-END\nB-END'],
    ['B y\n B-END\n', 'B x\nB y\n B-END\nB-END'],
  ])('of %j is escaped and closed', (body, text) => {
    expect(recordBody('x', body)).toBe(text)
  })

  test('without a final line feed is read back so where the header says it', () => {
    const items: RecordItem[] = [
      {
        type: 'H',
        positional: [],
        fields: { varve: '1', records: '1', mode: 'show', final_newline: 'false' },
      },
      { type: 'B', id: 'x', body: 'no line feed\n\nat the end' },
    ]
    expect(parseRecords(renderRecords(items))).toEqual(items)
  })
})

const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom(' ', '"', '\\', '\n', '\r', '\t', '=', '-', 'B-END', '\0', '\u0085', '\u2028', 'é', '🔥'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
  maxLength: 12,
})
const lineText = text.map((value) => value.replace(/[\r\n]/g, ' '))
const name = fc.string({ unit: fc.constantFrom('a', 'b', '_', '1', '.'), minLength: 1, maxLength: 5 })
const id = fc.constantFrom('qp-1a2b', '7c1d09aa', 'guide')
const item: fc.Arbitrary<RecordItem> = fc.oneof(
  fc.record({
    type: fc.constantFrom('H', 'N', 'E', 'D'),
    positional: fc.array(text, { maxLength: 4 }),
    fields: fc.dictionary(name, text, { maxKeys: 4, noNullPrototype: true }),
  }),
  fc.record({ type: fc.constant('S'), id, text: lineText }),
  fc.record({ type: fc.constant('W'), text: lineText }),
  fc.record({ type: fc.constant('B'), id, body: text.map((value) => (value === '' ? '' : `${value}\n`)) }),
)

test('what is parsed from rendered records is what was rendered [QP-22]', () => {
  fc.assert(
    fc.property(fc.array(item, { maxLength: 8 }), (items) => {
      expect(parseRecords(renderRecords(items))).toEqual(items)
    }),
    { numRuns: 500 },
  )
})

test('every body is closed, whatever is in it [QP-22]', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 6 }), (bodies) => {
      const lines = renderRecords(bodies.map((body) => ({ type: 'B', id: 'x', body }))).split('\n')
      expect(lines.filter((line) => line === 'B-END')).toHaveLength(bodies.length)
    }),
  )
})

test.each(['X what', 'D "open', 'B x\nno end', 'S lonely', 'B-END', '\nH varve=1'])(
  'the text %j is refused as no records',
  (broken) => {
    expect(() => parseRecords(broken)).toThrow(VarveError)
  },
)

test('a lone surrogate in a value becomes U+FFFD [RS-45]', () => {
  expect(recordLine('D', ['a\ud83d'], { k: '\udd25 b' })).toBe('D a\ufffd k="\ufffd b"')
})

test('a thousand bodies of a thousand lines are read in a second or two', () => {
  const body = 'line of text\n'.repeat(1000)
  const output = renderRecords(Array.from({ length: 1000 }, () => ({ type: 'B' as const, id: 'x', body })))
  const took = cpuMilliseconds(() => expect(parseRecords(output)).toHaveLength(1000))
  expect(took).toBeLessThan(2000)
})
