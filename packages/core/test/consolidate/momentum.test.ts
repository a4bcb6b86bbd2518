import { expect, test } from 'vitest'
import { momentumBandOf, momentumOf } from '../../src/consolidate/momentum.ts'
import { recallScore } from '../../src/consolidate/recall-score.ts'
import { DAY_MS } from '../../src/domain/instant.ts'

const NOW = Date.UTC(2026, 10, 28)
const happened = (...daysAgo: readonly number[]) =>
  daysAgo.map((days) => ({ at: NOW - days * DAY_MS, importance: 0.5 }))

test('momentum is what goes on around an entity, by worth, speed and volume [LK-56]', () => {
  expect(momentumOf([], NOW)).toBeCloseTo(2, 2)
  expect(momentumOf(happened(1, 0.5, 0), NOW)).toBeCloseTo(5.17, 2)
  expect(momentumOf(happened(100, 90, 80), NOW)).toBeCloseTo(2, 2)
})

test('its bands begin at 7, 4 and 1.5', () => {
  const bands = [7, 6.99, 4, 3.99, 1.5, 1.49].map(momentumBandOf)
  expect(bands).toEqual(['surging', 'active', 'active', 'quiet', 'quiet', 'dormant'])
})

test('the more words are asked for, the more their fit counts', () => {
  const fits = { relevance: 1, heat: 0, momentum: 0, importance: 0 }
  expect([0, 1, 2, 3, 9].map((words) => recallScore(fits, words))).toEqual([0.45, 0.6, 0.6, 0.72, 0.72])
  const all = { relevance: 1, heat: 1, momentum: 1, importance: 1 }
  for (const words of [0, 1, 3]) expect(recallScore(all, words)).toBeCloseTo(1, 12)
})
