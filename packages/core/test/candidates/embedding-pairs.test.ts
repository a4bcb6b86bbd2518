import { describe, expect, test } from 'vitest'
import { candidatePairs } from '../../src/candidates/candidate-pairs.ts'
import { withEmbeddingNeighbours } from '../../src/candidates/embedding-pairs.ts'
import type { Embedder } from '../../src/ports/embedder.ts'

const entries = [
  { id: 'a', text: 'Never commit secrets' },
  { id: 'b', text: '不要提交密钥' },
  { id: 'c', text: 'Secrets are never committed' },
  { id: 'd', text: 'The queue is Kafka' },
]

/** Knows of each text only whether it speaks of secrets. */
const embedder: Embedder = {
  name: 'secrets',
  dimensions: 2,
  embed: async (texts) =>
    texts.map((text) => (/secret|密钥/i.test(text) ? new Float32Array([3, 4]) : new Float32Array([4, -3]))),
}

describe('withEmbeddingNeighbours', () => {
  test('an embedder adds pairs that share no letter and takes none away [MG-25]', async () => {
    const lexical = [...candidatePairs(entries)]
    const pairs = await withEmbeddingNeighbours(lexical, entries, embedder)
    expect(lexical.map(({ a, b }) => a + b)).toEqual(['ac'])
    expect(pairs.map(({ a, b }) => a + b)).toEqual(['ab', 'ac', 'bc'])
    expect(pairs[0]?.score).toBeCloseTo(0.4, 6)
    expect(pairs[1]?.score).toBeCloseTo(0.4 + 0.6 * (lexical[0]?.score ?? 0), 6)
  })

  test('the order of the entries changes nothing [MG-48]', async () => {
    const pairs = [...candidatePairs(entries)]
    expect(await withEmbeddingNeighbours(pairs, entries.toReversed(), embedder)).toEqual(
      await withEmbeddingNeighbours(pairs, entries, embedder),
    )
  })

  test('vectors without length nominate nothing', async () => {
    const blank = { ...embedder, embed: async () => entries.map(() => new Float32Array(2)) }
    expect(await withEmbeddingNeighbours([], entries, blank)).toEqual([])
  })
})
