import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuMilliseconds } from '../../../../../test/cpu-milliseconds.ts'
import { normaliseText } from '../../../src/guard/normalise/normalise-text.ts'
import { prepareText } from '../../../src/guard/normalise/prepare-text.ts'
import { textKey } from '../../../src/guard/normalise/text-key.ts'
import { GOLDEN_KEYS, GOLDEN_ROWS } from './golden-rows.ts'

/** Text of the characters that the steps look at, so that they meet in every order. */
const PIECES = [
  ...'`"\'.!;:。?-*+•>#()[]{}%_/ \n\t5aAbB²使’…−\u0301\u00ad\u200b\u200d\ud800',
  '``',
  '```',
  'Use',
  'NOT',
  ' ',
  ' ',
  'ｶﾞ',
  'é',
]
const text = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 24 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary', maxLength: 40 }),
)
const RUNS = { numRuns: 5000 }

describe('normal form nv1', () => {
  test.each(GOLDEN_ROWS)('$a and $b: same is $isSame [LS-28]', ({ a, b, isSame, form }) => {
    const first = normaliseText(a)
    expect(first).toBeDefined()
    expect(first === normaliseText(b)).toBe(isSame)
    if (form !== undefined) expect(first).toBe(form)
  })

  test('a text without letter or digit has no normal form [LS-28]', () => {
    for (const nothing of ['...', '', ' \n', '```\n```', '—']) expect(normaliseText(nothing)).toBeUndefined()
    expect(textKey('...')).toBeUndefined()
  })

  test.each(Object.entries(GOLDEN_KEYS))('the key of %s is %s [LS-28]', (content, key) => {
    expect(textKey(content)).toBe(key)
  })

  test('locale and time zone change no key [LS-28] [MG-05]', () => {
    const script = `
      import { textKey } from './packages/core/src/guard/normalise/text-key.ts'
      import { GOLDEN_ROWS } from './packages/core/test/guard/normalise/golden-rows.ts'
      const texts = ['Istanbul is set', 'İzmir', 'ISTANBUL', ...GOLDEN_ROWS.flatMap(({ a, b }) => [a, b])]
      console.log(JSON.stringify(texts.map((text) => textKey(text) ?? null)))`
    const outputs = [
      { LANG: 'C', LC_ALL: 'C', TZ: 'UTC' },
      { LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8', TZ: 'Asia/Tokyo' },
      { LANG: 'ja_JP.UTF-8', LC_ALL: 'ja_JP.UTF-8', TZ: 'America/Los_Angeles' },
    ].map((env) =>
      execFileSync(process.execPath, ['--input-type=module-typescript', '--eval', script], {
        cwd: new URL('../../../../..', import.meta.url),
        env: { ...process.env, ...env },
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    )
    expect(new Set(outputs).size).toBe(1)
    expect(outputs[0]).toContain(GOLDEN_KEYS['Use npm.'])
  })

  test('preparing a prepared text changes nothing, and neither does its key [MG-02]', () => {
    fc.assert(
      fc.property(text, (any) => {
        const prepared = prepareText(any)
        expect(prepareText(prepared)).toBe(prepared)
        expect(normaliseText(prepared)).toBe(normaliseText(any))
      }),
      RUNS,
    )
  })

  test('any string has a key or none, and throws nothing [MG-01]', () => {
    fc.assert(
      fc.property(text, (any) => {
        const form = normaliseText(any)
        expect(form === undefined || /[\p{L}\p{N}]/u.test(form)).toBe(true)
      }),
      RUNS,
    )
  })

  test('composition, width, line ends, outer spaces and removed characters never change the key [MG-04]', () => {
    fc.assert(
      fc.property(text, (any) => {
        const wellFormed = any.toWellFormed().replaceAll('\r', '\n')
        const form = normaliseText(wellFormed)
        expect(normaliseText(wellFormed.normalize('NFD'))).toBe(form)
        expect(normaliseText(wellFormed.normalize('NFC'))).toBe(form)
        expect(normaliseText(wellFormed.replaceAll('\n', '\r\n'))).toBe(form)
        expect(normaliseText(`${wellFormed} \n`)).toBe(form)
        expect(normaliseText([...wellFormed].join('\u200b'))).toBe(form)
      }),
      RUNS,
    )
  })

  test('joiners that tell words apart stay', () => {
    expect(normaliseText('می\u200cخواهم')).not.toBe(normaliseText('میخواهم'))
    expect(normaliseText('a\u200db')).not.toBe(normaliseText('ab'))
  })

  test.each([
    ['Settings. Load it', 'settings. load it', 'each sentence start folds'],
    ['one\nTwo', 'one two', 'a line start folds'],
    ['one Two', 'one Two', 'mid-sentence stays'],
    ['A calls B', 'A calls B', 'a single capital may be a label'],
    ['"Quoted" text', '"quoted" text', 'marks around the word do not count'],
    ['GitHub is down', 'GitHub is down', 'an inner capital stays'],
    ['React.lazy is used', 'React.lazy is used', 'a dotted name stays'],
    ['> # - Nested marks', 'nested marks', 'marks go one by one'],
    ['####### Seven', '####### Seven', 'seven hashes are no heading'],
    ['1. First', '1. first', 'ordinals stay'],
    ['"- Use npm."', 'use npm', 'marks inside the outer quotes go too'],
    ['"a" and "b"', '"a" and "b"', 'inner quotes stay'],
    ['```ts\n  const A = 1\n```', 'const A = 1', 'a fenced block is kept verbatim, without its info string'],
    ['Try ```\nA\n\nB\n\n``` now', 'try A\n\nB\n now', 'one blank last line of a block goes'],
    ['Use `a\nb` here', 'use a b here', 'a line feed in an inline span is a space'],
    ['An `unclosed run', 'an `unclosed run', 'an unclosed run is prose'],
    ['Run `x`.', 'run x', 'the stop after a code span goes'],
    ['Run `x` .', 'run x .', 'a stop apart stays'],
    ['go build .', 'go build .', 'a stop that is an argument stays'],
    ['Done!!', 'done', 'a run of marks goes whole'],
    ['Really?!', 'really?!', 'a mark after a question mark stays'],
  ])('%j becomes %j: %s', (content, form) => {
    expect(normaliseText(content)).toBe(form)
  })

  test.each([
    '`',
    ' ',
    '-',
    '"',
    '.',
    '#',
    '`` ` ',
    '- ',
    'a',
    '_',
    'A. ',
    '\u0301',
    '\u0301\u0316',
    '"\'',
    'a/',
    '1.',
    'not ',
  ])('three hundred thousand characters of %j take linear time [MG-06]', (unit) => {
    const long = unit.repeat(300_000 / unit.length)
    const took = cpuMilliseconds(() => {
      normaliseText(long)
      normaliseText(`x${long}y`)
    })
    expect(took).toBeLessThan(3000)
  })
})
