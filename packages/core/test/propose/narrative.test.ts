import { expect, test } from 'vitest'
import { entryId, est1 } from '../../src/index.ts'
import { type NarratedLines, narrativeFault } from '../../src/propose/index.ts'

const FACT = 'The worker reads config/db.ts at its start.'
const LINES: NarratedLines = {
  category: 'architecture',
  share: 100,
  bullets: [{ id: entryId('7c1d09aa-0000-4000-8000-000000000001'), text: FACT }],
}
const faultOf = (text: string) =>
  narrativeFault(LINES, text, { recall: 0.6, counter: est1, redact: (each) => each })

test('prose may not open or close a comment anywhere: it would hide what the index says after it', () => {
  expect(faultOf(FACT)).toBeUndefined()
  for (const text of [`<!-- ${FACT}`, `${FACT} <!--`, `${FACT} -->`]) {
    expect(faultOf(text)?.codes, text).toEqual(['G01'])
  }
})
