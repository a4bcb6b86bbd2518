import { describe, expect, test } from 'vitest'
import { parseArguments } from '../../src/cli/parse-arguments.ts'
import { add } from '../../src/operations/add.ts'
import { edit } from '../../src/operations/edit.ts'

describe('arguments', () => {
  test('a text may begin with a dash, as a list item does', () => {
    expect(parseArguments(add, ['- Do not deploy on Fridays.', '--tag', '- odd'])).toMatchObject({
      text: '- Do not deploy on Fridays.',
      tag: ['- odd'],
    })
    expect(parseArguments(edit, ['7c1d', '--text', '- a = b', '--dry-run'])).toMatchObject({
      text: '- a = b',
      dryRun: true,
    })
  })

  test('an option may have a text with blanks behind its sign', () => {
    expect(parseArguments(edit, ['7c1d', '--reason=no longer so'])).toMatchObject({ reason: 'no longer so' })
  })

  test('an option that does not exist is named, with the nearest one that does', () => {
    expect(() => parseArguments(add, ['x', '--catgory', 'y'])).toThrow('add has no --catgory; --category')
  })
})
