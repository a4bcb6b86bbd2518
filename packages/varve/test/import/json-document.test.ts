import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readJsonDocument } from '../../src/import/json-document.ts'
import { listSpans } from '../../src/import/list-spans.ts'

/** Values of objects whose members may be lists, with the space that a writer may put between. */
const documents = fc.dictionary(fc.string(), fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue())))
const space = fc.constantFrom(undefined, 2, '\t')

test('the items of every list stand where their spans say', () => {
  fc.assert(
    fc.property(documents, space, (value, indent) => {
      const text = JSON.stringify(value, null, indent)
      const lists = Object.entries(value).filter(([, list]) => Array.isArray(list))
      const spans = listSpans(text)
      expect([...spans.keys()].toSorted()).toEqual(lists.map(([name]) => name).toSorted())
      for (const [name, list] of lists)
        expect(spans.get(name)?.map(({ from, to }) => JSON.parse(text.slice(from, to)))).toEqual(
          JSON.parse(JSON.stringify(list)),
        )
    }),
  )
})

test('the items of a list that a text is stand where their spans say', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), space, (list, indent) => {
      const text = JSON.stringify(list, null, indent)
      const items = (listSpans(text).get('') ?? []).map(({ from, to }) => JSON.parse(text.slice(from, to)))
      expect(items).toEqual(JSON.parse(text))
    }),
  )
})

test('a row knows its line and its byte, whatever stands before it', () => {
  const text = '\uFEFF{"é": [\n  {"a": "]\\"["},\r\n {"b": 2} , 3],\n"é": [{"c": 1}\n]}'
  const bytes = Buffer.from(text)
  const document = readJsonDocument({ path: 'a.json', bytes }, 'x')
  expect('value' in document && document.rowsOf('é')).toMatchObject({
    rows: [{ line: 4, text: '{"c": 1}', offset: bytes.indexOf('{"c"'), value: { c: 1 } }],
    quarantined: [],
  })
  const first = readJsonDocument({ path: 'a.json', bytes: bytes.subarray(0, -1) }, 'x')
  expect(first).toMatchObject({ quarantined: { format: 'x', reason: 'invalid_json' } })
})

test('what is no text is quarantined whole', () => {
  const bytes = Buffer.from([0x5b, 0xff, 0x5d])
  expect(readJsonDocument({ path: 'a.json', bytes }, 'x')).toMatchObject({
    quarantined: { reason: 'invalid_utf8', encoding: 'base64', text: bytes.toString('base64') },
  })
})
