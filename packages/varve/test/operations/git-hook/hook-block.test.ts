import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withHookBlock, withoutHookBlock } from '../../../src/operations/git-hook/hook-block.ts'

const LAUNCHER = '"/home/ada/varve/bin/varve-hook"'
const put = (text: string | undefined, isExecutable = true) => withHookBlock({ text, isExecutable }, LAUNCHER)

const LINES = fc.constantFrom(
  'exit 0',
  'exec other "$@"',
  'trap x EXIT',
  '',
  '  # a note',
  'set -e',
  'git lfs',
)
const HOOKS = fc
  .tuple(fc.constantFrom('#!/bin/sh', '#!/usr/bin/env bash', '# none', ''), fc.array(LINES), fc.boolean())
  .map(([first, lines, hasEnd]) => [first, ...lines].join('\n') + (hasEnd ? '\n' : ''))

test('a hook is given back to the byte, however often our lines were put into it [LS-26]', () => {
  fc.assert(
    fc.property(HOOKS, (text) => {
      const once = put(text)
      expect(put(once)).toBe(once)
      expect(withoutHookBlock(once)).toBe(text)
    }),
  )
  expect(withoutHookBlock(put(undefined))).toBeUndefined()
  expect(put(put(undefined))).toBe(put(undefined))
})

test('what was added to a hook that was ours alone stays', () => {
  expect(withoutHookBlock(`${put(undefined)}echo merged\n`)).toBe('#!/bin/sh\necho merged\n')
})

test('our lines come first, since what follows may end at any line', () => {
  const text = put('#!/bin/bash\nexit 3\n')
  expect(text.indexOf('varve-hook')).toBeLessThan(text.indexOf('exit 3'))
  expect(text.startsWith('#!/bin/bash\n# >>> varve >>>\n')).toBe(true)
})

test.each([
  ['another language', '#!/usr/bin/env python3\nprint()\n', true],
  ['a hook that is switched off', '#!/bin/sh\nrm -rf build\n', false],
  ['a block without its end', '#!/bin/sh\n# >>> varve >>>\nexit 0\n', true],
])('%s is left alone, with a word why', (_, text, isExecutable) => {
  expect(() => put(text, isExecutable)).toThrow(expect.objectContaining({ name: 'HostFileProblem' }))
})
