import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CandidateIndex, createCandidateIndex } from '../../src/candidates/candidate-index.ts'
import type { TextEntry } from '../../src/candidates/candidate-pairs.ts'
import { someEntries, someText } from './arbitrary-texts.ts'

function indexOf(entries: readonly TextEntry[]): CandidateIndex {
  const index = createCandidateIndex()
  for (const { id, text } of entries) index.add(id, text)
  return index
}

function answersOf(index: CandidateIndex, entries: readonly TextEntry[]): unknown {
  return entries.map(({ id, text }) => [
    index.candidatesOf({ id }, 10),
    index.candidatesOf({ text: `${text} npm` }, 10),
  ])
}

describe('the candidate index', () => {
  const index = indexOf([
    { id: 'copy', text: 'Run the integration tests with `pnpm test:e2e` before every release' },
    { id: 'near', text: 'Run integration tests with pnpm test:e2e before each release' },
    { id: 'paraphrase', text: 'A release needs a green pnpm test:e2e first' },
    { id: 'other', text: 'The gateway rejects bodies of more than 2 MB' },
    { id: 'zh', text: '部署必须使用 pnpm' },
    { id: 'short', text: 'Use npm' },
  ])

  test('the most alike comes first', () => {
    const found = index.candidatesOf(
      { text: 'Run the integration tests with pnpm test:e2e before every release' },
      3,
    )
    expect(found.map(({ id }) => id)).toEqual(['copy', 'near', 'paraphrase'])
    expect(found[0]?.score).toBeCloseTo(1, 9)
  })

  test('a text is no candidate of itself', () => {
    expect(index.candidatesOf({ id: 'copy' }, 24).map(({ id }) => id)).not.toContain('copy')
  })

  test('a Chinese text is found by two of its characters', () => {
    expect(index.candidatesOf({ text: '部署之前先备份' }, 1)[0]?.id).toBe('zh')
  })

  test('a text of two words finds its like [MG-14]', () => {
    expect(index.candidatesOf({ text: 'We use npm here' }, 1)[0]?.id).toBe('short')
  })

  test('what shares nothing has no candidates', () => {
    expect(index.candidatesOf({ text: 'Ωμέγα' }, 5)).toEqual([])
    expect(index.candidatesOf({ text: '' }, 5)).toEqual([])
    expect(index.candidatesOf({ id: 'unknown' }, 5)).toEqual([])
  })

  test('likeness is the same from both ends, to the bit', () => {
    expect(index.similarity('copy', 'near')).toBe(index.similarity('near', 'copy'))
    expect(index.similarity('copy', 'unknown')).toBeUndefined()
  })

  test('a text added again takes the place of the earlier one', () => {
    const changed = indexOf([{ id: 'a', text: 'use npm' }])
    changed.add('a', 'drink tea')
    expect(changed.size).toBe(1)
    expect(changed.candidatesOf({ text: 'use npm' }, 5)).toEqual([])
  })

  test('copies beyond what a bucket holds still find one another', () => {
    const copies = Array.from({ length: 200 }, (_, number) => ({
      id: `c${number}`,
      text: 'Pin the base image',
    }))
    const crowd = indexOf(copies)
    expect(copies.every(({ id }) => crowd.candidatesOf({ id }, 5).length === 5)).toBe(true)
  })

  test('a full bucket takes in the next text when one leaves', () => {
    const copies = Array.from({ length: 200 }, (_, number) => ({
      id: `c${number}`,
      text: 'Pin the base image',
    }))
    const crowd = indexOf(copies)
    for (const { id } of copies.slice(0, 150)) crowd.remove(id)
    expect(answersOf(crowd, copies.slice(150))).toEqual(
      answersOf(indexOf(copies.slice(150)), copies.slice(150)),
    )
  })

  test('texts that left weigh nothing, also where only the best of many are compared', () => {
    const soups = Array.from({ length: 400 }, (_, number) => ({
      id: `s${number}`,
      text: [7, 11, 13, 17, 19].map((step) => `word${(number * step) % (step * 3)}`).join(' '),
    }))
    const lived = indexOf(soups)
    for (const { id } of soups.slice(100)) lived.remove(id)
    const stayed = soups.slice(0, 100)
    expect(answersOf(lived, stayed)).toEqual(answersOf(indexOf(stayed), stayed))
  })

  test('any text can be added and removed again [MG-01]', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 60 }), { maxLength: 6 }), (texts) => {
        const filled = indexOf(texts.map((text, place) => ({ id: `t${place}`, text })))
        texts.forEach((_, place) => {
          filled.candidatesOf({ id: `t${place}` }, 5)
        })
        texts.forEach((_, place) => {
          filled.remove(`t${place}`)
        })
        expect(filled.size).toBe(0)
      }),
    )
  })

  test('the order in which texts came in changes no answer [MG-48]', () => {
    fc.assert(
      fc.property(
        someEntries.chain((entries) =>
          fc.tuple(fc.constant(entries), fc.shuffledSubarray([...entries], { minLength: entries.length })),
        ),
        ([entries, shuffled]) => {
          expect(answersOf(indexOf(shuffled), entries)).toEqual(answersOf(indexOf(entries), entries))
        },
      ),
    )
  })

  test('an index that texts came into and left answers as one built of those that stayed', () => {
    fc.assert(
      fc.property(
        someEntries,
        fc.array(fc.tuple(fc.nat(29), someText), { maxLength: 20 }),
        (entries, changes) => {
          const lived = indexOf(entries)
          const stayed = new Map(entries.map(({ id, text }) => [id, text]))
          for (const [place, text] of changes) {
            const id = entries[place]?.id ?? 'z'
            if (text === '') {
              lived.remove(id)
              stayed.delete(id)
            } else {
              lived.add(id, text)
              stayed.set(id, text)
            }
          }
          const fresh = Array.from(stayed, ([id, text]) => ({ id, text }))
          expect(answersOf(lived, fresh)).toEqual(answersOf(indexOf(fresh), fresh))
        },
      ),
    )
  })
})
