import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shinglesOf } from '../../src/candidates/shingles.ts'

describe('shinglesOf', () => {
  test.each([
    ['Use npm', [' us', 'use', 'se ', 'e n', ' np', 'npm', 'pm ']],
    ['a', [' a ']],
    ['部署', ['部', '署', '部署']],
    ['用 pnpm', ['用', ' pn', 'pnp', 'npm', 'pm ']],
    ['使用pnpm。', ['使', '用', '使用', ' pn', 'pnp', 'npm', 'pm ']],
    ['カフェ', ['カ', 'フ', 'カフ', 'ェ', 'フェ']],
    ['', []],
  ])('%j has the n-grams of its scripts', (text, shingles) => {
    expect([...shinglesOf(text)].toSorted()).toEqual(shingles.toSorted())
  })

  test.each([
    ['`npm ci` is **fast**', 'npm ci is fast'],
    ['Cafe\u0301', 'Café'],
    ['ポート３０００', 'ポート3000'],
    ['USE NPM', 'use npm'],
    ['- Use npm.', 'Use npm'],
    ['one\r\ntwo', 'one two'],
  ])('%j and %j have the same n-grams', (a, b) => {
    expect(shinglesOf(a)).toEqual(shinglesOf(b))
  })

  test('an ideograph beyond the basic plane is one character', () => {
    expect(shinglesOf('𠮷野')).toEqual(['𠮷', '野', '𠮷野'])
  })

  test('any text has n-grams, and none is empty', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(shinglesOf(text).every((shingle) => shingle.length > 0)).toBe(true)
      }),
    )
  })

  test('a text of ten million characters is cut', () => {
    expect(shinglesOf('ab '.repeat(3_333_333)).length).toBeLessThan(40_000)
  })
})
