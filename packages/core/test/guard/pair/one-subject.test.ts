import { describe, expect, test } from 'vitest'
import { comparePair } from '../../../src/guard/pair/compare-pair.ts'

const verdictOf = (a: string, b: string): string => comparePair(a, b).verdict

describe('two texts contradict each other only about one subject', () => {
  test('a denied word that both have is not enough [MG-19]', () => {
    expect(verdictOf('Show visual feedback at once', 'No visual feedback while experiments run')).toBe(
      'distinct',
    )
    expect(verdictOf('Create the types of the API', 'Avoid types in tests of the parser')).not.toBe(
      'contradicts',
    )
    expect(verdictOf('Show visual feedback at once', 'Never show visual feedback at once')).toBe(
      'contradicts',
    )
  })

  test('a denial of what the other never spoke of only adds to it [MG-20]', () => {
    const rule = 'Use TypeScript for all code and prefer interfaces over types'
    expect(verdictOf(rule, `${rule}. Avoid enums`)).toBe('related')
  })

  test('alternatives of two things are two facts, of one thing they compete', () => {
    expect(verdictOf('Use Cypress for accessibility tests', 'Use Playwright for API tests')).toBe('distinct')
    expect(verdictOf('Use Cypress for API tests', 'Use Playwright for API tests')).toBe('contradicts')
    expect(verdictOf('Format with prettier', 'Format with biome before a commit')).toBe('contradicts')
  })

  test('code is the same code in quotes and in code marks', () => {
    expect(verdictOf("Use 'zod' for the schemas of forms", 'Use `zod` for the schemas of forms')).toBe(
      'related',
    )
    const counted = (count: number, command: string) => `The suite has ${count} tests, run with ${command}`
    const pair = comparePair(counted(41, "'npm run unit'"), counted(43, '`npm run unit`'))
    expect([pair.verdict, pair.reasons]).toEqual(['contradicts', ['value:num']])
  })
})
