import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Entry, Sighting, Trust } from '../../src/domain/entry.ts'
import { compositeOf, recurrenceOf, scoreOf } from '../../src/domain/learning.ts'
import { withLearning } from '../../src/journal/fold-learning.ts'
import { buildEntry } from '../../src/testing/builders.ts'

function seen(n: number, impact: number, specificity: number, trust: Trust = 'user'): readonly Sighting[] {
  return Array.from({ length: n }, (_, index) => ({
    occasion: `session s_${index}`,
    by: 'ann',
    at: 1,
    source: { kind: 'session', trust } as const,
    rating: { impact, specificity, evidence: [] },
  }))
}

const learnt = (sightings: readonly Sighting[]): Entry =>
  withLearning(buildEntry('a', { type: 'learning', sightings }))

test('recurrence follows from the number of sessions [SL-31]', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8].map(recurrenceOf)).toEqual([3, 5, 6, 7, 8, 9, 10, 10])
})

test.each([
  [4, 7, 6.9, 209, 6.96, 'observed'],
  [4, 7, 7, 210, 7, 'promoted'],
  [1, 4.5, 4.4, 119, 3.96, 'discarded'],
  [1, 4.5, 4.5, 120, 4, 'observed'],
] as const)(
  '%d sessions at %d and %d add up to %d, shown as %d: %s [SL-31]',
  (n, impact, specificity, sum, shown, status) => {
    const { learning } = learnt(seen(n, impact, specificity))
    expect(learning).toMatchObject({ sum, status })
    expect(compositeOf(learning?.sum ?? 0)).toBe(shown)
  },
)

test('one at 8 and 8 in seven sessions is promoted, whoever says nothing of it [SL-98]', () => {
  expect(learnt(seen(7, 8, 8)).learning).toMatchObject({ status: 'promoted', sum: 260 })
})

test('a learning at 6 and 7 is promoted in the fifth session [BR-65]', () => {
  const statuses = [1, 2, 3, 4, 5].map((n) => learnt(seen(n, 6, 7)).learning?.status)
  expect(statuses).toEqual(['observed', 'observed', 'observed', 'observed', 'promoted'])
})

test('a discarded learning comes back in its second session [SL-34]', () => {
  expect([1, 2].map((n) => learnt(seen(n, 4, 4)).learning?.status)).toEqual(['discarded', 'observed'])
})

test('an agent’s word needs a second session, and a tool’s is never promoted', () => {
  expect(learnt(seen(1, 9, 9, 'agent')).learning?.status).toBe('observed')
  expect(learnt(seen(2, 9, 9, 'agent')).learning?.status).toBe('promoted')
  for (const trust of ['repo', 'tool', 'web'] as const)
    expect(learnt(seen(10, 10, 10, trust)).learning?.status).toBe('observed')
})

test('the order of sightings doesn’t matter [SL-32]', () => {
  const sightings = [...seen(2, 9, 4), ...seen(3, 5, 8, 'tool')].map((each, index) => ({
    ...each,
    occasion: `session ${index}`,
  }))
  const expected = learnt(sightings)
  fc.assert(
    fc.property(fc.shuffledSubarray(sightings, { minLength: 5 }), (shuffled) => {
      expect(learnt(shuffled).learning).toEqual(expected.learning)
      expect(learnt(shuffled).scores).toEqual(expected.scores)
    }),
  )
})

test('a score is a number from 1 to 10, rounded half up to one decimal', () => {
  expect([1, 6.95, 10, 6.949].map(scoreOf)).toEqual([1, 7, 10, 6.9])
  expect([0.9, 10.1, Number.NaN, '7', null, undefined].map(scoreOf)).toEqual(Array(6).fill(undefined))
})
