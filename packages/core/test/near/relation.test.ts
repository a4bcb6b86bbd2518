import { describe, expect, test } from 'vitest'
import { findAllNearPairs, relationOf } from '../../src/index.ts'
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
