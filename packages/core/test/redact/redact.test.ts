import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { VarveError } from '../../src/domain/errors.ts'
import { createRedactor } from '../../src/redact/create-redactor.ts'
import { MASKED, SECRETS, SURVIVORS } from './vectors.ts'

const { redact } = createRedactor()

describe('secrets are masked', () => {
  test.each(MASKED)('%s [SL-16] [RS-60] [BR-60]', (text, expected) => {
    expect(redact(text).text).toBe(expected)
  })

  test.each(SECRETS)('$kind alone and inside a sentence [RS-60]', ({ kind, secret }) => {
    expect(redact(secret).text).toBe(`[redacted:${kind}]`)
    expect(redact(`Use ${secret} for it, then rotate.`).text).not.toContain(secret)
    expect(redact(`Use ${secret} for it, then rotate.`).found).toContainEqual({ kind, count: 1 })
  })

  test.each(SECRETS)('$kind inside escaped JSON [RS-60]', ({ secret }) => {
    const once = JSON.stringify({ value: secret })
    const twice = JSON.stringify({ output: once })
    expect(redact(twice).text).not.toContain(JSON.stringify(JSON.stringify(secret)).slice(4, -4))
  })

  test.each(['hunter2foo9', 'test-hunter2-9', 'todo4Hunter9', 'myExample77', 'xxhunter2xx'])(
    'a value that only contains a placeholder word is masked: %s [RS-62]',
    (value) => {
      expect(redact(`password=${value}`).text).toBe('password=[redacted:assignment]')
    },
  )

  test('an assignment inside JSON inside JSON', () => {
    expect(redact('{\\"api_key\\": \\"9f8A7b6C5d4E\\", \\"n\\": 1}').text).toBe(
      '{\\"api_key\\": \\"[redacted:assignment]\\", \\"n\\": 1}',
    )
  })

  test('only the token of a query string is masked', () => {
    expect(redact('https://x.test/cb?token=9f8A7b6C5d4E&state=open').text).toBe(
      'https://x.test/cb?token=[redacted:assignment]&state=open',
    )
  })

  test('a properties file', () => {
    expect(redact('spring.datasource.password=S3cretPw123').text).toBe(
      'spring.datasource.password=[redacted:assignment]',
    )
  })
})

describe('what is no secret survives', () => {
  test.each(SURVIVORS)('%s [SL-16] [RS-61] [BR-60] [BR-61]', (text) => {
    expect(redact(text)).toEqual({ text, found: [] })
    expect(redact(`before ${text} after`).text).toBe(`before ${text} after`)
  })

  test('allowed values', () => {
    const { redact } = createRedactor({ allow: ['9f8A7b6C5d4E'] })
    expect(redact('token=9f8A7b6C5d4E').found).toEqual([])
    expect(redact('token=9f8A7b6C5d4EE').found).toEqual([{ kind: 'assignment', count: 1 }])
  })
})

describe('custom patterns', () => {
  test('the whole match is masked', () => {
    const { redact } = createRedactor({ patterns: [{ name: 'badge', regex: 'B-\\d{4}' }] })
    expect(redact('badge B-1234, badge B-5678')).toEqual({
      text: 'badge [redacted:custom], badge [redacted:custom]',
      found: [{ kind: 'custom', count: 2 }],
    })
  })

  test('a pattern that matches nothing or everything does no harm', () => {
    const { redact } = createRedactor({
      patterns: [
        { name: 'a', regex: 'z*' },
        { name: 'b', regex: '.+' },
      ],
    })
    expect(redact('any text').text).toBe('[redacted:custom]')
    expect(redact('').text).toBe('')
  })

  test('a pattern that is none is refused by its place', () => {
    const make = () =>
      createRedactor({
        patterns: [
          { name: 'ok', regex: 'x' },
          { name: 'bad', regex: '(' },
        ],
      })
    expect(make).toThrow(
      expect.objectContaining({ code: 'config_invalid', subjects: ['redact.patterns[1]'] }),
    )
    expect(make).toThrow(VarveError)
  })
})

describe('masking', () => {
  const noise = fc.oneof(
    fc.constantFrom(
      '[redacted:jwt]',
      '[redacted:',
      ']',
      'token=',
      'password: "',
      '://',
      'a:b@',
      '@',
      '<private>',
      '</private>',
      '-----BEGIN PRIVATE KEY-----',
      '-----END PRIVATE KEY-----',
      'sk-',
      'eyJ',
      '.',
      '\n',
      ' ',
      '"',
      "'",
      '\\',
      '(',
      'authorization: bearer ',
      'secret',
      'abcDEF123',
      '=',
      '?',
      '&',
      '$',
      '{',
      '%',
    ),
    fc.string({ maxLength: 12 }),
  )
  const fragment = fc.oneof(
    fc.constantFrom(...MASKED.map(([text]) => text)),
    fc.constantFrom(...SECRETS.map(({ secret }) => secret)),
    noise,
  )
  const text = fc.array(fragment, { maxLength: 12 }).map((parts) => parts.join(''))
  const surroundings = fc.array(noise, { maxLength: 12 }).map((parts) => parts.join(''))

  test('twice is once [SL-17] [RS-63]', () => {
    fc.assert(
      fc.property(text, (value) => {
        const once = redact(value).text
        expect(redact(once)).toEqual({ text: once, found: [] })
      }),
      { numRuns: 3000 },
    )
  })

  test('finds a secret whatever stands round it, on lines of its own [SL-17]', () => {
    fc.assert(
      fc.property(surroundings, fc.constantFrom(...SECRETS), surroundings, (before, { secret }, after) => {
        expect(redact(`${before}\n${secret}\n${after}`).text).not.toContain(secret)
      }),
      { numRuns: 2000 },
    )
  })

  test('equal secrets get equal masks and are counted, never shown [RS-63]', () => {
    const result = redact('password: hunter2hunter2, again password: hunter2hunter2 and token=9f8A7b6C5d4E')
    expect(result.text).toBe(
      'password: [redacted:assignment], again password: [redacted:assignment] and token=[redacted:assignment]',
    )
    expect(result.found).toEqual([{ kind: 'assignment', count: 3 }])
  })

  test('a mask is never cut into', () => {
    expect(redact('http://[redacted:anthropic_key]@host').text).toBe('http://[redacted:anthropic_key]@host')
    expect(redact('token=abc[redacted:jwt]').text).toBe('token=[redacted:assignment]')
  })
})
