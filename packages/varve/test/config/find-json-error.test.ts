import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findJsonError } from '../../src/config/find-json-error.ts'
import { editDistance, findNearestName } from '../../src/config/nearest-name.ts'

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('findJsonError', () => {
  test('a text has an error exactly where JSON.parse refuses it', () => {
    const json = fc
      .json()
      .chain((text) => fc.tuple(fc.constant(text), fc.nat(text.length), fc.nat(text.length)))
    fc.assert(
      fc.property(
        json,
        fc.constantFrom('', ' ', ',', '"', '}', ']', ':', '0', '-', '\\', '\n'),
        ([text, from, to], inserted) => {
          const changed = text.slice(0, Math.min(from, to)) + inserted + text.slice(Math.max(from, to))
          expect(findJsonError(changed) === undefined).toBe(isJson(changed))
          expect(findJsonError(text)).toBeUndefined()
        },
      ),
      { numRuns: 500 },
    )
  })

  test('what comes before the error can be the beginning of JSON', () => {
    expect(findJsonError('{"a":1,\n "b":tru}')).toEqual({ line: 2, column: 6, offset: 13 })
  })

  test('nesting of 100 000 levels is no problem', () => {
    expect(findJsonError('['.repeat(100_000))).toEqual({ line: 1, column: 100_001, offset: 100_000 })
  })
})

describe('findNearestName', () => {
  test('two edits are near, three are not; ties go by text order', () => {
    expect(findNearestName('autoflush', ['autoFlush', 'autoCompact'])).toBe('autoFlush')
    expect(findNearestName('abcdef', ['abc'])).toBeUndefined()
    expect(findNearestName('ac', ['bc', 'ab'])).toBe('ab')
  })

  test('distance is a metric', () => {
    const word = fc.string({ maxLength: 8 })
    fc.assert(
      fc.property(word, word, word, (a, b, c) => {
        expect(editDistance(a, a)).toBe(0)
        expect(editDistance(a, b)).toBe(editDistance(b, a))
        expect(editDistance(a, c)).toBeLessThanOrEqual(editDistance(a, b) + editDistance(b, c))
      }),
    )
  })
})
