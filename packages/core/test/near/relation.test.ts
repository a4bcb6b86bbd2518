import { describe, expect, test } from 'vitest'
import { LISTING } from '../../src/domain/learning.ts'
import { EXTRACTORS } from '../../src/learn/extractors/extractors.ts'
import { findAllNearPairs, relationOf } from '../../src/near/index.ts'
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

/** What is told of two texts that the guard keeps apart, in the files that they stand in. */
function toldOf(one: string, other: string, files: readonly [string, string]): readonly string[] {
  const from = (file: string) => ({ source: { kind: 'import', trust: 'repo', file } as const })
  const { store } = memoryOf(['a', one, from(files[0])], ['b', other, from(files[1])])
  const pairs = findAllNearPairs(store.entries({ visibility: 'all' }))
  expect(pairs.map(({ verdict }) => verdict)).toEqual(['contradicts'])
  return pairs.map((pair) => relationOf(pair, store))
}

describe('a clash in the wording', () => {
  const ONE_FILE = ['notes.md', 'notes.md'] as const

  test.each([
    [
      'a verb that is denied is not the one that must be',
      'Close every handle at once, don’t keep them open',
      'Every handle must be closed at once',
    ],
    [
      '`never` bears on a manner that the other does not name',
      'Use the `deploy` agent, never manually tag releases',
      'Use the `deploy` agent for every release tag',
    ],
    ['the verb alone is the same', 'NEVER use `eval` - write partials', 'Use partials to write templates'],
    ['an opposite is denied', 'Do not disable the build cache', 'Enable the build cache'],
    ['a rival is denied', 'Use pnpm for installs', 'Do not use npm for installs'],
    [
      'what is denied is excepted',
      'Avoid global state unless unavoidable',
      'Use global state only when unavoidable',
    ],
    [
      'one asks',
      'Task 7: the reset command doesn’t clear the session cache',
      'Task 7: find out whether the reset command clears the session cache',
    ],
    ['a bound is denied', 'Functions should not exceed 50 lines', 'Keep functions <= 50 lines'],
    ['a sign stands for either', 'The arrow keys change zoom (+/-5%)', 'The arrow keys change zoom by 5%'],
    ['most are some', 'The formatter fixes some lint errors', 'The formatter fixes most lint errors'],
  ])('is no contradiction: %s', (_, one, other) => {
    expect(toldOf(one, other, ONE_FILE)).not.toContain('contradiction_hint')
  })

  test.each([
    ['Never manually tag releases', 'Tag releases manually'],
    ['NEVER use `eval` in templates', 'Use `eval` in templates'],
    ['Disable the build cache', 'Enable the build cache'],
    ['Use pnpm for installs', 'Use npm for installs'],
    ['Avoid global state', 'Use global state'],
    ['The reset command doesn’t clear the session cache', 'The reset command clears the session cache'],
    ['Functions should exceed 50 lines', 'Keep functions <= 50 lines'],
    ['The arrow keys change zoom by 10%', 'The arrow keys change zoom by 5%'],
    ['The formatter fixes all lint errors', 'The formatter never fixes lint errors'],
    ['You must squash before the merge', 'You must not squash before the merge'],
  ])('is none, and this is a contradiction: %s / %s', (one, other) => {
    expect(toldOf(one, other, ONE_FILE)).toEqual(['contradiction_hint'])
  })
})

describe('alternatives that each text has for its subject', () => {
  const [ROLE_A, ROLE_B] = ['Jest', 'Vitest'].map(
    (name) => `You are an expert in ${name} who writes unit tests`,
  )
  const [RULE_A, RULE_B] = ['Cypress', 'Playwright'].map(
    (name) => `Write three ${name} tests for each user flow`,
  )
  const [STACK_A, STACK_B] = ['PHP', 'Python'].map((name) => `Answer with short ${name} examples`)

  test.each([
    ['two roles of two files', ROLE_A, ROLE_B, ['a.mdc', 'b.mdc']],
    ['rules of files that are named after them', RULE_A, RULE_B, ['cypress-e2e.mdc', 'playwright-e2e.mdc']],
    ['rules of two files for two languages', STACK_A, STACK_B, ['a.mdc', 'b.mdc']],
    ['labels', 'Java: indent by the formatter', 'JavaScript: indent by the formatter', ['a.md', 'a.md']],
  ] as const)('are no contradiction: %s', (_, one = '', other = '', files) => {
    expect(toldOf(one, other, files)).toEqual(['related'])
  })

  test.each([
    ['two roles of one file', ROLE_A, ROLE_B, ['a.mdc', 'a.mdc']],
    ['rules of files that are named after neither', RULE_A, RULE_B, ['CLAUDE.md', 'AGENTS.md']],
    ['rules of one file for two languages', STACK_A, STACK_B, ['a.mdc', 'a.mdc']],
  ] as const)('are one otherwise: %s', (_, one = '', other = '', files) => {
    expect(toldOf(one, other, files)).toEqual(['contradiction_hint'])
  })
})

describe('blocks of code that differ', () => {
  const withCode = (code: string): string =>
    `Before you start the server of the team on a new machine run this:\n\`\`\`sh\n${code}\n\`\`\``

  test('a little are versions of one example, and a lot two examples', () => {
    const files = ['a.md', 'b.md'] as const
    const [both, one] = ['make up\nmake lint\nmake logs', 'make up\nmake logs'].map(withCode)
    expect(toldOf(both ?? '', one ?? '', files)).toEqual(['near_duplicate'])
    expect(toldOf(withCode('make up'), withCode('make down'), files)).toEqual(['related'])
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
