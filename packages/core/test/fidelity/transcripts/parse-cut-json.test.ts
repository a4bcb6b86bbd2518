import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCutJson } from '../../../src/fidelity/transcripts/parse-cut-json.ts'
import { parseRecordLine } from '../../../src/fidelity/transcripts/parse-record-line.ts'
import { LineSplitter } from '../../../src/fidelity/transcripts/split-lines.ts'

describe('JSON that is cut', () => {
  it('is read whole where it is whole', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value)
        expect(parseCutJson(text)).toEqual({ value: JSON.parse(text), isBroken: false })
      }),
    )
  })

  it('keeps every member and item that stands before the cut', () => {
    const text = '{"a":[1,{"b":"x\\"y"},true],"__proto__":{"c":2},"d":"cut he'
    expect(parseCutJson(text).isBroken).toBe(true)
    expect(JSON.stringify(parseCutJson(text).value)).toBe('{"a":[1,{"b":"x\\"y"},true],"__proto__":{"c":2}}')
  })

  it('gives a beginning of the value wherever it is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.nat(), (value, at) => {
        const text = JSON.stringify(value)
        const { value: read } = parseCutJson(text.slice(0, at % text.length))
        const whole = JSON.parse(text) as unknown[]
        const items = Array.isArray(read) ? read : []
        expect(items.length).toBeLessThanOrEqual(whole.length)
        expect(items.slice(0, -1)).toEqual(whole.slice(0, Math.max(0, items.length - 1)))
      }),
    )
  })

  it('is no deeper than memory', () => {
    const deep = '['.repeat(20_000)
    expect(parseCutJson(deep).isBroken).toBe(true)
  })
})

describe('records on a line', () => {
  it('are told apart, whatever their strings hold', () => {
    const objects = fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(objects, fc.constantFrom('', ' '), (records, blank) => {
        const texts = records.map((record) => JSON.stringify(record))
        expect(parseRecordLine(texts.join(blank))).toEqual({
          records: texts.map((text) => JSON.parse(text)),
          isBroken: false,
        })
      }),
    )
  })
})

describe('lines of a stream', () => {
  it('are the same however it comes', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: fc.constantFrom('a', '\n', '\r') })), (chunks) => {
        const splitter = new LineSplitter()
        const lines = [...chunks.flatMap((chunk) => splitter.push(chunk)), splitter.end()]
        expect(lines).toEqual(
          chunks
            .join('')
            .split('\n')
            .map((line) => line.replace(/\r$/, '')),
        )
      }),
    )
  })
})
