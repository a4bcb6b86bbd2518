import { expect, test } from 'vitest'
import { usedText, withoutBareCommands } from '../../src/domain/learning.ts'

test('a command that is told of with its occasion is not told of without, and no other goes', () => {
  const commands = ['commands']
  const told = { content: '`make lint` is run before a commit.', tags: commands }
  const others = [
    { content: usedText('make lint --fix'), tags: commands },
    { content: usedText('make lint'), tags: [] },
    { content: '`make test` is slow', tags: [] },
    { content: usedText('make test'), tags: commands },
  ]
  const bare = { content: usedText('make lint'), tags: commands }
  expect(withoutBareCommands([bare, ...others, told])).toEqual([...others, told])
  expect(withoutBareCommands([bare, ...others])).toEqual([bare, ...others])
})
