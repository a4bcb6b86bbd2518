import { expect, test } from 'vitest'
import { compareNear, comparePrepared } from '../../../src/guard/pair/compare-prepared.ts'
import { likenessOf } from '../../../src/guard/pair/similarity.ts'
import { prepareStatement } from '../../../src/guard/pair/statement.ts'
import { WORKED_PAIRS } from '../worked-pairs.ts'

const LEAST = 0.5

test('the quick comparison says what the whole one says, or nothing of texts that are distinct or less alike', () => {
  const words = new Map<string, string>()
  const intern = (word: string): string => {
    words.set(word, words.get(word) ?? word)
    return words.get(word) ?? word
  }
  const texts = WORKED_PAIRS.flatMap(({ a, b }) => [a, b])
  const [whole, shared] = [texts, texts].map((list, index) =>
    list.map((text) => prepareStatement(text, index === 0 ? undefined : intern)),
  )
  const contexts = [{}, { a: { key: 'k' }, b: { key: 'k' } }, { a: { key: 'k' }, b: { key: 'l' } }]
  let kept = 0
  for (const [place, a] of (whole ?? []).entries()) {
    for (const [other, b] of (whole ?? []).entries()) {
      const context = contexts[(place + other) % contexts.length] ?? {}
      const judged = comparePrepared(a, b, context)
      const isKept = judged.verdict !== 'distinct' && likenessOf(judged) >= LEAST
      const [sharedA, sharedB] = [shared?.[place] ?? a, shared?.[other] ?? b]
      if (isKept) kept++
      expect(compareNear(sharedA, sharedB, context, LEAST)).toEqual(isKept ? judged : undefined)
    }
  }
  expect(kept).toBeGreaterThan(texts.length)
})
