import { createRedactor } from '@varve/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SECRETS } from '../../../../core/test/redact/vectors.ts'
import { pageText } from '../../../src/operations/fit/page/page-text.ts'

const { redact } = createRedactor()

test('wherever the page cuts a text, no half of a secret is left of it', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...SECRETS),
      fc.integer({ min: 480, max: 610 }),
      fc.boolean(),
      ({ secret }, before, isCall) => {
        const text = `${'word '.repeat(200).slice(0, before)} ${secret} tail`
        const given = isCall ? JSON.stringify({ content: text }) : text
        const shown = pageText(isCall ? 'tool_call' : 'tool_result', given, (each) => redact(each).text)
        for (let at = 0; at + 9 <= secret.length; at++) expect(shown).not.toContain(secret.slice(at, at + 9))
      },
    ),
    { numRuns: 600 },
  )
})
