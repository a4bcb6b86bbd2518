import { expect, test } from 'vitest'
import { aboutOf, headline, plainLine, tokensOf } from '../../src/data/words.ts'

test('a line has no signs of Markdown but those of whole code, and says something always', () => {
  expect(plainLine('**Both** - see `a.ts`,\n  and more')).toBe('Both - see `a.ts`, and more')
  expect(plainLine('## Rules\n- one')).toBe('Rules - one')
  expect(plainLine('kept in `entire/check…')).toBe('kept in entire/check…')
  expect(plainLine('`a` and `b')).toBe('`a` and b')
  expect(plainLine('```ts\nx\n```')).toBe('x')
  expect(plainLine('**')).toBe('**')
  expect(plainLine(' ')).toBe('No text')
  expect(headline({ title: '`x', content: 'y' })).toBe('x')
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
