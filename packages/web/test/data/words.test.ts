import { expect, test } from 'vitest'
import { headline, plainLine } from '../../src/data/words.ts'

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
