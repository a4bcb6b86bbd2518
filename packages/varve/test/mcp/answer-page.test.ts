import { est1, VarveError } from '@varve/core'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type AnswerPage, MOST_TOKENS, pageOf } from '../../src/mcp/answer-page.ts'

function pagesOf(text: string): readonly AnswerPage[] {
  const pages = [pageOf(text, undefined)]
  for (let last = pages[0]; last?.cursor !== undefined; last = pages.at(-1))
    pages.push(pageOf(text, last.cursor))
  return pages
}

it('the parts of a long answer are within the limit, and together the whole, in any script', () => {
  const line = fc.constantFrom(
    'Use pnpm, never npm.',
    '端口是 8080。',
    '👩‍👩‍👧‍👦👍🏽',
    'x'.repeat(45_000),
    '',
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), fc.integer({ min: 1, max: 200 }), (lines, times) => {
      const text = Array.from({ length: times }, () => lines.join('\n'))
        .join('\n')
        .slice(0, 120_000)
      const pages = pagesOf(text)
      expect(pages.map((page) => page.text).join('')).toBe(text)
      for (const page of pages) expect(est1.count(page.text)).toBeLessThanOrEqual(MOST_TOKENS)
    }),
    { numRuns: 12 },
  )
})

it('a short answer is whole, and has no cursor', () => {
  expect(pageOf('Use pnpm.', undefined)).toEqual({ text: 'Use pnpm.', cursor: undefined, isWhole: true })
})

it('a cursor of another text is refused, and one that is none', () => {
  const long = 'Use pnpm, never npm.\n'.repeat(5000)
  const { cursor } = pageOf(long, undefined)
  expect(() => pageOf(`${long}!`, cursor)).toThrow(VarveError)
  for (const none of ['x', 7, '99999999.00000000', {}]) expect(() => pageOf(long, none)).toThrow(VarveError)
})
