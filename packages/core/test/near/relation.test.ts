import { describe, expect, test } from 'vitest'
import { LISTING } from '../../src/domain/learning.ts'
import { findAllNearPairs, relationOf } from '../../src/index.ts'
import { EXTRACTORS } from '../../src/learn/extractors/extractors.ts'
import { memoryOf } from './memory-of.ts'

function relationsOf(one: string, other: string, key?: string): readonly string[] {
  const fields = key === undefined ? {} : { key }
  const { store } = memoryOf(['a', one, fields], ['b', other, fields])
  const pairs = findAllNearPairs(store.entries({ visibility: 'all' }))
  expect(pairs.map(({ verdict }) => verdict)).toEqual(['contradicts'])
  return pairs.map((pair) => relationOf(pair, store))
}

describe('two texts that clash in a value', () => {
  test.each([
    ['Version 0.1.0', 'Version 20.0.0 or higher'],
    ['PHP 7.4', 'PHP 8.3'],
    ['Port: 3000', 'Port: 3001'],
  ])('and share one word are no contradiction to ask of: %s, %s', (one, other) => {
    expect(relationsOf(one, other)).toEqual(['related'])
  })

  test.each([
    ['1309 tests pass', '1351 tests pass'],
    ['Use port 3000 for the API', 'Use port 3001 for the API'],
    ['`src/a.ts` takes 10 s', '`src/a.ts` takes 20 s'],
    ['`MAX_SIZE` of uploads: 10', '`MAX_SIZE` of uploads: 20'],
  ])('and share two words, or a word and a name, are one: %s, %s', (one, other) => {
    expect(relationsOf(one, other)).toEqual(['contradiction_hint'])
  })

  test('and clash in what one of them denies are one, in a word', () => {
    expect(relationsOf('Tabs', 'No tabs')).toEqual(['contradiction_hint'])
  })

  test('and have one key are one, whatever they share', () => {
    expect(relationsOf('PHP 7.4', 'PHP 8.3', 'php')).toEqual(['contradiction_hint'])
  })
})

describe('two items of a list that sessions taught', () => {
  const learnt = (tag: string) => ({
    type: 'learning',
    tags: [tag],
    source: { kind: 'session', trust: 'agent' } as const,
  })
  const relations = (one: string, other: string, fields: object) => {
    const { store } = memoryOf(['a', one, fields], ['b', other, fields])
    return findAllNearPairs(store.entries({ visibility: 'all' })).map((pair) => relationOf(pair, store))
  }
  const [CI, ALL] = ['mise run test:ci', 'mise run test:integration'].map(
    (key) => `Command used in this project: \`${key}\``,
  ) as [string, string]

  test.each(LISTING)('are no question to anybody, however alike they are told: %s', (name) => {
    expect(relations(CI, ALL, learnt(name))).toEqual(['related'])
  })

  test('are one where somebody said them', () => {
    expect(relations(CI, ALL, {})).toEqual(['contradiction_hint'])
    expect(relations(CI, ALL, learnt('insights'))).toEqual(['contradiction_hint'])
  })

  test('bear the names of extractors', () => {
    const names = EXTRACTORS.map(({ name }) => name)
    expect(LISTING.filter((name) => !names.includes(name))).toEqual([])
  })
})
