import fc from 'fast-check'
import { expect, test } from 'vitest'
import { est2 } from '../../src/counters/est2.ts'

test.each([
  ['', 0],
  ['The quick brown fox jumps over the lazy dog.', 9],
  ['export function loadConfig(path: string): Config {', 10],
  ['{"path":"src/a.ts","offset":100,"limit":50}', 16],
  ['toolu_017qEkVzzPb7b7o4FkgJLF23', 13],
  ['2026-11-27T20:31:05Z', 11],
  ['日本語のテキスト', 7],
  ['── 使用 pnpm → ok', 6],
  ['internationalization', 3],
])('est2 counts %j as the reference does [CAM-11]', (text, tokens) => {
  expect(est2.count(text)).toBe(tokens)
})

test('est2 cuts every text as the expression of the reference does [CAM-11]', () => {
  const unit = fc.constantFrom(
    ...'aZbQ09 _-\n\t\r\u00a0\ufeffé界',
    '🔥',
    '\ud83d',
    '\udd25',
    'word',
    'CONST',
    '   ',
  )
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 60 }), (text) => est2.count(text) === costByExpression(text)),
    { numRuns: 2000 },
  )
})

/** The definition, written the slow way. */
function costByExpression(text: string): number {
  const pieces = text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+|[^\sA-Za-z0-9]+|\n+|[^\S\n]+/gu) ?? []
  return Math.ceil(0.83 * pieces.reduce((sum, piece) => sum + cost(piece), 0))
}

function cost(piece: string): number {
  const points = [...piece]
  if (/^\n/.test(piece)) return 1
  if (/^\s/.test(piece)) return points.length > 1 ? 1 : 0
  if (/^[0-9]/.test(piece)) return Math.ceil(points.length / 3)
  if (/^[A-Za-z]/.test(piece)) return points.length <= 8 ? 1 : Math.ceil(points.length / 7)
  const ascii = points.filter((point) => point < '\u0080').length
  return Math.ceil(ascii / 2) + points.length - ascii
}
