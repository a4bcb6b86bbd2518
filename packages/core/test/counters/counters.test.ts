import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuMilliseconds } from '../../../../test/cpu-milliseconds.ts'
import { chars4 } from '../../src/counters/chars4.ts'
import { codePointCount } from '../../src/counters/code-point-count.ts'
import { est1 } from '../../src/counters/est1.ts'

const SIZES = [
  { text: 'Always use pnpm, never npm or yarn.', chars: 35, bytes: 35, chars4: 9, est1: 9 },
  { text: '使用 pnpm 管理依赖，不要使用 npm 或 yarn。', chars: 29, bytes: 55, chars4: 8, est1: 16 },
  { text: '日本語テスト', chars: 6, bytes: 18, chars4: 2, est1: 6 },
  { text: '👩‍👩‍👧 ok', chars: 8, bytes: 21, chars4: 2, est1: 5 },
  { text: 'a'.repeat(400), chars: 400, bytes: 400, chars4: 100, est1: 100 },
]

describe('sizes of the reference table [LS-74]', () => {
  test.each(SIZES)('$text', (row) => {
    expect(codePointCount(row.text)).toBe(row.chars)
    expect(Buffer.byteLength(row.text)).toBe(row.bytes)
    expect(chars4.count(row.text)).toBe(row.chars4)
    expect(est1.count(row.text)).toBe(row.est1)
  })
})

test('a size in characters counts code points, a lone surrogate as one [LS-74]', () => {
  expect(codePointCount('\ud83d')).toBe(1)
  expect(codePointCount('\ud83d\ud83d\udd25\udd25')).toBe(3)
  const strings = fc.string({ unit: fc.constantFrom('a', 'é', '界', '🔥', '\ud83d', '\udd25') })
  fc.assert(fc.property(strings, (text) => codePointCount(text) === Array.from(text).length))
})

test('est1 equals chars4 where no character is wide', () => {
  const narrow = fc.string({ unit: fc.constantFrom('a', ' ', 'é', '—', '\n', 'ж', '\u00a8', '#', '7') })
  fc.assert(fc.property(narrow, (text) => est1.count(text) === chars4.count(text)))
})

test('a text never has more tokens than its parts', () => {
  const text = fc.string({ unit: 'grapheme' })
  fc.assert(
    fc.property(text, text, (a, b) =>
      [est1, chars4].every((counter) => counter.count(a + b) <= counter.count(a) + counter.count(b)),
    ),
  )
})

test('an empty text has no token', () => {
  expect(est1.count('')).toBe(0)
  expect(chars4.count('')).toBe(0)
})

test('a hundred thousand short texts are counted in well under a second', () => {
  const texts = Array.from(
    { length: 100_000 },
    (_, place) => `- Rule ${place}: keep ports in ports/, never IO`,
  )
  let total = 0
  const took = cpuMilliseconds(() => {
    for (const text of texts) total += est1.count(text)
  })
  expect(total).toBeGreaterThan(0)
  expect(took).toBeLessThan(500)
})

test('est1 counts each wide character of all that there are, and four others, for a token', () => {
  const isWide = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{Extended_Pictographic}]/u
  const wrong: number[] = []
  for (let code = 0; code <= 0x10ffff; code++) {
    const character = String.fromCodePoint(code)
    const four = `${character}–é…`
    if (est1.count(four) !== (isWide.test(character) ? 2 : 1)) wrong.push(code)
  }
  expect(wrong).toEqual([])
})
