import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseRecordFile, recordFileName, renderRecordFile } from '../../src/index.ts'
import { buildAdd, buildRecord } from '../../src/testing/index.ts'
import { actions, dump, Replica } from './world.ts'

test('a record file gives the record back, and equal records give equal bytes', () => {
  fc.assert(
    fc.property(fc.array(actions, { maxLength: 15 }), (done) => {
      const replica = new Replica('a')
      for (const action of done) replica.act(action)
      const files = replica.records().map((record) => renderRecordFile(record))
      const other = new Replica('b')
      for (const text of files) {
        const parsed = parseRecordFile(text)
        if (parsed.kind === 'bad') throw new Error(parsed.reason)
        expect(renderRecordFile(parsed.record)).toBe(text)
        other.receive([parsed.record])
      }
      expect(dump(other.store)).toBe(dump(replica.store))
    }),
    { numRuns: 50 },
  )
})

const RECORD = buildRecord(0, [buildAdd('entry-a', 'Use pnpm')])

test('a file is named after its record, so that a folder lists records in the order of their clocks', () => {
  expect(recordFileName(RECORD)).toBe(`${RECORD.id}.json`)
})

test.each([
  ['text that is no JSON', '{', 'invalid_json'],
  ['the two sides of a merge', '<<<<<<< HEAD\n{}\n', 'invalid_json'],
  ['another object', '{"id":"pl_1"}', 'no_record'],
  ['a later format', renderRecordFile({ ...RECORD, schema: 99 }), 'newer_schema'],
  ['a changed operation', renderRecordFile(RECORD).replace('Use pnpm', 'Use npm!'), 'hash_mismatch'],
  ['a changed author', renderRecordFile(RECORD).replace('"tester"', '"mallory"'), 'hash_mismatch'],
])('%s is refused and named [RS-27]', (_, text, reason) => {
  expect(parseRecordFile(text)).toEqual({ kind: 'bad', reason })
})
