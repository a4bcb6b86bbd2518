import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createCandidateIndex, type TextEntry } from '../../src/candidates/candidate-index.ts'
import { someEntries } from './arbitrary-texts.ts'

const TEXTS: readonly TextEntry[] = [
  { id: 'copy', text: 'Run the integration tests with `pnpm test:e2e` before every release' },
  { id: 'near', text: 'Run integration tests with pnpm test:e2e before each release' },
  { id: 'paraphrase', text: 'A release needs a green pnpm test:e2e first' },
  { id: 'other', text: 'The gateway rejects bodies of more than 2 MB' },
  { id: 'zh', text: '部署必须使用 pnpm' },
  { id: 'short', text: 'Use npm' },
]

/** What is found for a text among others. */
function candidatesFor(text: string, limit: number, others: readonly TextEntry[] = TEXTS) {
  return createCandidateIndex([...others, { id: 'asked', text }]).candidatesOf('asked', limit)
}

describe('the candidate index', () => {
  test('the most alike comes first', () => {
    const found = candidatesFor('Run the integration tests with pnpm test:e2e before every release', 3)
    expect(found.map(({ id }) => id)).toEqual(['copy', 'near', 'paraphrase'])
    expect(found[0]?.score).toBeCloseTo(1, 9)
  })

  test('a text is no candidate of itself', () => {
    const found = createCandidateIndex(TEXTS).candidatesOf('copy', 24)
    expect(found.map(({ id }) => id)).not.toContain('copy')
  })

  test('a Chinese text is found by two of its characters', () => {
    expect(candidatesFor('部署之前先备份', 1)[0]?.id).toBe('zh')
  })

  test('a text of two words finds its like [MG-14]', () => {
    expect(candidatesFor('We use npm here', 1)[0]?.id).toBe('short')
  })

  test('what shares nothing has no candidates', () => {
    expect(candidatesFor('Ωμέγα', 5)).toEqual([])
    expect(candidatesFor('', 5, [...TEXTS, { id: 'empty', text: '' }])).toEqual([])
    expect(createCandidateIndex(TEXTS).candidatesOf('unknown', 5)).toEqual([])
    expect(createCandidateIndex([]).ids).toEqual([])
  })

  test('likeness is the same from both ends, to the bit', () => {
    const index = createCandidateIndex(TEXTS)
    expect(index.similarity('copy', 'near')).toBe(index.similarity('near', 'copy'))
    expect(index.similarity('copy', 'unknown')).toBeUndefined()
  })

  test('of an id that occurs twice the last text counts', () => {
    const changed = [
      { id: 'a', text: 'use npm' },
      { id: 'a', text: 'drink tea' },
    ]
    expect(createCandidateIndex(changed).ids).toEqual(['a'])
    expect(candidatesFor('use npm', 5, changed)).toEqual([])
  })

  test('copies beyond what a bucket holds still find one another', () => {
    const copies = Array.from({ length: 200 }, (_, number) => ({
      id: `c${number}`,
      text: 'Pin the base image',
    }))
    const crowd = createCandidateIndex(copies)
    expect(copies.every(({ id }) => crowd.candidatesOf(id, 5).length === 5)).toBe(true)
  })

  test('any text can be taken in [MG-01]', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 60 }), { maxLength: 6 }), (texts) => {
        const index = createCandidateIndex(texts.map((text, place) => ({ id: `t${place}`, text })))
        for (const id of index.ids) {
          for (const { score } of index.candidatesOf(id, 24)) {
            expect(score).toBeGreaterThan(0)
            expect(score).toBeLessThanOrEqual(1)
          }
        }
      }),
    )
  })

  test('a text that grows in being folded is taken in whole', () => {
    const text = '日a'.repeat(3000)
    expect(candidatesFor(text, 1, [{ id: 'same', text }])[0]?.score).toBeCloseTo(1, 9)
  })

  test('the order in which texts came in changes no answer [MG-48]', () => {
    fc.assert(
      fc.property(
        someEntries.chain((entries) =>
          fc.tuple(fc.constant(entries), fc.shuffledSubarray([...entries], { minLength: entries.length })),
        ),
        ([entries, shuffled]) => {
          const [index, other] = [createCandidateIndex(entries), createCandidateIndex(shuffled)]
          for (const { id } of entries) {
            expect(other.candidatesOf(id, 10)).toEqual(index.candidatesOf(id, 10))
          }
        },
      ),
    )
  })
})
