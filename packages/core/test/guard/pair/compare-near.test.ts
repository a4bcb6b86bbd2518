import { expect, test } from 'vitest'
import { compareNear, comparePrepared } from '../../../src/guard/pair/compare-prepared.ts'
import type { PairContext } from '../../../src/guard/pair/context.ts'
import { createNumberWord, outlineText } from '../../../src/guard/pair/outline.ts'
import { likenessOf } from '../../../src/guard/pair/similarity.ts'
import { prepareStatement } from '../../../src/guard/pair/statement.ts'
import { WORKED_PAIRS } from '../worked-pairs.ts'

const LEAST = 0.5

/** Alike by half, with other numbers, with and without rivals: what is turned away by its outline alone. */
const NUMBERED = [
  'The cache of the gateway holds 100 rows and drops the oldest',
  'The cache of the gateway keeps 200 rows in Redis for the reader',
  'The cache of the gateway keeps 300 rows in Memcached for the reader',
  'The gateway holds 40 rows of the cache in Redis and never drops one',
  'Retry a failed request 3 times with pnpm on Redis',
  'Retry a failed request 5 times with yarn on Memcached',
  'Retry a request 3 times with pnpm on Redis',
  'Retry a request 5 times with yarn on Memcached',
]

const CONTEXTS = [{}, { a: { key: 'k' }, b: { key: 'k' } }, { a: { key: 'k' }, b: { key: 'l' } }]

/** How many comparisons were kept, of all texts with all; each in the contexts that are given for it. */
function countKept(texts: readonly string[], contextsOf: (sum: number) => readonly PairContext[]): number {
  const numberWord = createNumberWord()
  const read = texts.map((text) => ({
    statement: prepareStatement(text),
    outline: outlineText(text, numberWord),
  }))
  let kept = 0
  for (const [place, a] of read.entries()) {
    for (const [other, b] of read.entries()) {
      for (const context of contextsOf(place + other)) {
        const judged = comparePrepared(a.statement, b.statement, context)
        const isKept = judged.verdict !== 'distinct' && likenessOf(judged) >= LEAST
        if (isKept) kept++
        expect(compareNear(a.outline, b.outline, context, LEAST)).toEqual(isKept ? judged : undefined)
      }
    }
  }
  return kept
}

test('the quick comparison says what the whole one says, or nothing of texts that are distinct or less alike', () => {
  const texts = WORKED_PAIRS.flatMap(({ a, b }) => [a, b])
  expect(countKept(texts, (sum) => CONTEXTS.slice(sum % 3, (sum % 3) + 1))).toBeGreaterThan(texts.length)
})

test('numbers turn texts away by themselves, but not where rivals or a key make a contradiction', () => {
  expect(countKept(NUMBERED, () => CONTEXTS)).toBeGreaterThan(NUMBERED.length)
})
