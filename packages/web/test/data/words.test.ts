import { expect, test } from 'vitest'
import { aboutOf, headline, operationWord, plainLine, tokensOf } from '../../src/data/words.ts'

test('a line has no signs of Markdown but those of whole code, and says something always', () => {
  expect(plainLine('**Both** - see `a.ts`,\n  and more')).toBe('Both - see `a.ts`, and more')
  expect(plainLine('## Rules\n- one')).toBe('Rules - one')
  expect(plainLine('kept in `entire/check…')).toBe('kept in entire/check…')
  expect(plainLine('`a` and `b')).toBe('`a` and b')
  expect(plainLine('```ts\nx\n```')).toBe('x')
  expect(plainLine('**')).toBe('**')
  expect(plainLine(' ')).toBe('No text')
  expect(headline({ type: 'fact', title: '`x', content: 'y' })).toBe('x')
})

test('a size is as exact as it matters', () => {
  expect([812.4, 4120, 84_400, 999_499, 999_500, 1_331_000].map(tokensOf)).toEqual([
    '812',
    '4.1k',
    '84k',
    '999k',
    '1.0M',
    '1.3M',
  ])
})

test('what an entry speaks of is the last of its headings, or the name of a thing', () => {
  expect(aboutOf({ kind: 'section', name: 'CLI › Patterns › **Key `files`:**' })).toBe('Key files')
  expect(aboutOf({ kind: 'person', name: 'A › B' })).toBe('A › B')
})

test('a digest of a section is called by its own heading, and nothing else loses what stands before a sign', () => {
  const title = 'CLI › Patterns › `strategy/` › Metadata: 2 notes'
  expect(headline({ type: 'digest', title, content: '' })).toBe('Metadata: 2 notes')
  expect(headline({ type: 'digest', content: 'Click File › Open' })).toBe('Click File › Open')
  expect(headline({ type: 'fact', title: 'Click File › Open', content: '' })).toBe('Click File › Open')
})

test('a step with a flag says which', () => {
  expect(operationWord({ op: 'flag.set', kind: 'buried' })).toBe('buried')
  expect(operationWord({ op: 'flag.clear', kind: 'stale' })).toBe('no longer stale')
  expect(operationWord({ op: 'learning.sight', withdrawn: true })).toBe('sighting withdrawn')
  expect(operationWord({ op: 'entry.add' })).toBe('added')
  expect(operationWord({ op: 'archive.add' })).toBe('archive.add')
})
