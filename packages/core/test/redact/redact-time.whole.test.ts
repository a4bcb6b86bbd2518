import { expect, test } from 'vitest'
import { cpuMilliseconds } from '../../../../test/cpu-milliseconds.ts'
import { createRedactor } from '../../src/redact/create-redactor.ts'

const { redact } = createRedactor()
const MEGABYTE = 1_000_000

const REPEATED = [
  ...' aA0_-=:/.<>"\'\\[]@$%{}()*x#\n\t\0é',
  'token=',
  'sk-',
  '-----BEGIN A PRIVATE KEY-----',
  '-----BEGIN A ',
  '<private>',
  'a:b@',
  '://a:b@',
  'eyJ-',
  '.eyJ',
  'eyJhbGciOiJI.',
  'a://',
  'authorization ',
  'authorization: bearer ',
  'secret-',
  'a.',
  '-a',
  '[redacted:jwt]',
  'token=[redacted:',
  'token=abcDEF123456 ',
  'token: \\"',
  'ghp_',
  'github_pat_',
  'hooks.slack.com',
  '${',
]

// A quadratic rule needs minutes for this; the bound only has to tell the two apart.
test.each(REPEATED)('a megabyte of %j takes linear time [RS-41]', (piece) => {
  const text = piece.repeat(Math.ceil(MEGABYTE / piece.length))
  expect(cpuMilliseconds(() => redact(text))).toBeLessThan(3000)
})

test('text without a trigger takes the fast path', () => {
  const texts = Array.from({ length: 20_000 }, (_, index) => `Entry ${index} is about builds. `.repeat(8))
  const took = cpuMilliseconds(() => {
    for (const text of texts) expect(redact(text).text === text).toBe(true)
  })
  expect(took).toBeLessThan(2000)
})
