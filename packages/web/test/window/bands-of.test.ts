import { expect, test } from 'vitest'
import type { WindowPart } from '../../src/data/answers.ts'
import { bandsOf } from '../../src/views/window/bands-of.ts'

function partOf(key: string, tokens: number): WindowPart {
  return {
    key,
    message: null,
    place: 0,
    kind: 'text',
    name: '',
    begins: '',
    level: 'full',
    tokens,
    shown: tokens,
    why: '',
    sent: '',
    handle: '',
  }
}

const tokensOf = ({ tokens }: WindowPart) => tokens

test('a few parts are a band each, in order', () => {
  const parts = [partOf('a', 10), partOf('b', 30)]
  expect(bandsOf(parts, tokensOf, 40).map(({ part, size }) => [part.key, size])).toEqual([
    ['a', 10],
    ['b', 30],
  ])
})

test('of many parts the thin ones share a band, named after the largest, and nothing of their size is lost', () => {
  const parts = Array.from({ length: 20_000 }, (_, nth) => partOf(`p${nth}`, nth % 40 === 7 ? 9 : 1))
  const total = parts.reduce((sum, { tokens }) => sum + tokens, 0)
  const bands = bandsOf(parts, tokensOf, total)
  expect(bands.length).toBeLessThanOrEqual(1001)
  expect(bands.reduce((sum, { size }) => sum + size, 0)).toBe(total)
  expect(bands.some(({ part }) => part.tokens === 9)).toBe(true)
})
