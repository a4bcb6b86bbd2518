import { expect, test } from 'vitest'
import { paint } from '../../src/cli/paint.ts'

test('what is no terminal gets no colours', () => {
  // Tests run without one.
  expect(paint('error: not found\n', 2, {})).toBe('error: not found\n')
})
