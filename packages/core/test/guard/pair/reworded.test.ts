import { describe, expect, test } from 'vitest'
import { comparePair } from '../../../src/guard/index.ts'

function verdictOf(one: string, other: string): string {
  const { verdict, reasons } = comparePair(one, other)
  return [verdict, ...reasons].join(' ')
}

describe('words that change places', () => {
  test.each([
    [
      'Never use `useEffect` to fetch data — use loaders or `useQuery`',
      'Never use `useEffect` for data fetching — use loaders or `useQuery`',
    ],
    [
      'For Electron automation/debugging tasks, use the `electron` skill',
      'When the task is Electron automation/debugging, use the `electron` skill',
    ],
  ])(
    'bind no value anew, where each value keeps its words or none could take its place: %s',
    (one, other) => {
      expect(verdictOf(one, other)).toBe('related')
    },
  )

  test.each([
    ['min 2 pods, max 9 pods', 'min 9 pods, max 2 pods'],
    ['`api` calls `web` and logs to `disk`', '`api` logs to `web` and calls `disk`'],
  ])('bind a value anew, where another takes its place: %s', (one, other) => {
    expect(verdictOf(one, other)).toContain('value:binding')
  })
})

describe('what comes before what', () => {
  test('is told from what it matches best, where a text says it of two things', () => {
    const text = (who: string): string =>
      `After implementing a meaningful change, ${who} must assess whether the docs need updates before considering the task complete`
    expect(verdictOf(text('agents'), text('Claude Code'))).toBe('related')
  })

  test('is swapped where nothing matches better', () => {
    expect(verdictOf('Deploy staging before production', 'Deploy production before staging')).toContain(
      'value:order',
    )
  })
})

describe('a denial with an exception', () => {
  test('says nothing against a text by which the exception holds', () => {
    const denial = 'Never deploy to production without a review'
    expect(verdictOf(denial, 'Deploy to production with a review')).toBe('related')
    const without = 'Do not destructure state directly from a store without `storeToRefs()`'
    expect(verdictOf(without, 'Use `storeToRefs()` when destructuring store state')).toBe('related')
  })

  test.each([
    ['Never deploy to production without a review', 'Deploy to production'],
    ['Do not deploy without approval', 'Deploy without approval'],
  ])('denies what says nothing of it, or that it is no exception: %s', (one, other) => {
    expect(verdictOf(one, other)).toContain('contradicts value:polarity')
  })

  test('is a denial still where one text is written from another', () => {
    expect(verdictOf('Contacts would not stop', 'Contacts would continue')).not.toContain('polarity')
  })
})

test('a word of the grammar that stands as code is what is denied', () => {
  expect(
    verdictOf('Language: TypeScript (strict mode)', 'Write TypeScript with strict mode — no `any`'),
  ).toBe('related')
  expect(verdictOf('Use the `any` type in strict mode', 'Never use the `any` type in strict mode')).toContain(
    'polarity',
  )
})
