import fc from 'fast-check'
import { expect, it } from 'vitest'
import { IdScanner } from '../../src/mcp/stdio/id-scanner.ts'

function scan(text: string, step: number): string | number | undefined {
  const scanner = new IdScanner()
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += step) scanner.read(bytes.subarray(at, at + step))
  return scanner.id()
}

it('the id of a request is found wherever it stands, whatever else is named so', () => {
  const id = fc.oneof(fc.string({ maxLength: 20 }), fc.integer())
  const rest = fc.dictionary(
    fc.string().filter((key) => key !== 'id' && key !== '__proto__'),
    fc.oneof(
      fc.jsonValue(),
      fc.record({ id: fc.integer(), text: fc.constantFrom('"id":5}', '\\"id\\":1', '},{') }),
    ),
  )
  fc.assert(
    fc.property(
      id,
      rest,
      rest,
      fc.integer({ min: 1, max: 9 }),
      fc.boolean(),
      (value, before, after, step, isSpaced) => {
        const request = { ...before, id: value, ...after }
        expect(scan(JSON.stringify(request, null, isSpaced ? 2 : undefined), step)).toEqual(value)
      },
    ),
  )
})

it('bytes that are no request have no id', () => {
  for (const text of ['', 'id', '[1]', '{"params":{"id":1}}', '{"id":null}', '{"id":{"id":1}}']) {
    expect(scan(text, 3)).toBeUndefined()
  }
})
