import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuMilliseconds } from '../../../../../test/cpu-milliseconds.ts'
import { anchorsOf } from '../../../src/guard/anchors/anchors-of.ts'
import { exactKey } from '../../../src/guard/keys/exact-key.ts'
import { safeKey } from '../../../src/guard/keys/safe-key.ts'
import { comparePair } from '../../../src/guard/pair/compare-pair.ts'
import { GUARD_VERSION } from '../../../src/guard/pair/pair-result.ts'
import { prepareStatement } from '../../../src/guard/pair/statement.ts'
import { checkRewrite } from '../../../src/guard/rewrite/check-rewrite.ts'
import { anyText } from '../texts.ts'
import { WORKED_PAIRS } from '../worked-pairs.ts'

const RUNS = { numRuns: 250 }

describe('a pair', () => {
  test('of any two strings has a verdict [MG-01]', () => {
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        expect(comparePair(a, b).guard_v).toBe(GUARD_VERSION)
        expect(checkRewrite({ kind: 'fuse', sources: [{ id: 'x', text: a }], output: b }).guard_v).toBe(
          GUARD_VERSION,
        )
      }),
      RUNS,
    )
  })

  test('reads the same from both sides [MG-03]', () => {
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        const [there, back] = [comparePair(a, b), comparePair(b, a)]
        expect(back.verdict).toBe(there.verdict)
        expect([...back.reasons].sort()).toEqual([...there.reasons].sort())
        expect(back.flags).toEqual(there.flags)
        expect(back.allow).toEqual(there.allow)
      }),
      RUNS,
    )
  })

  test('of a text with itself is the same, unless its meaning moves with the day [MG-03] [MG-16]', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        fc.pre(exactKey(text) !== '' && prepareStatement(text).classes['relative-time'].size === 0)
        expect(comparePair(text, text).verdict).toBe('same')
      }),
      RUNS,
    )
    const day = (created: string) => ({ created })
    const text = 'Yesterday the build broke'
    const compare = (a: string, b: string) => comparePair(text, text, { a: day(a), b: day(b) }).verdict
    expect(compare('2026-03-01T10:00:00Z', '2026-03-02T00:00:00Z')).toBe('related')
    expect(compare('2026-03-01T10:00:00Z', '2026-03-02T01:00:00+02:00')).toBe('same')
    expect(comparePair(text, text).verdict).toBe('related')
  })

  test('is merged for an equal key in full, and for nothing else [MG-12]', () => {
    const texts = WORKED_PAIRS.flatMap(({ a, b }) => [a, b])
    const some = fc.oneof(fc.constantFrom(...texts), anyText)
    fc.assert(
      fc.property(some, some, (a, b) => {
        const { allow } = comparePair(a, b)
        const isEqual = exactKey(a) === exactKey(b) || safeKey(a) === safeKey(b)
        if (allow.auto) expect(isEqual).toBe(true)
      }),
      RUNS,
    )
  })

  test('with another number is never merged [MG-18]', () => {
    const sentence = fc.constantFrom(
      (n: number) => `The API listens on port ${n}`,
      (n: number) => `Retry ${n} times`,
      (n: number) => `日志保留${n}天`,
      (n: number) => `ログは${n}日保存する`,
      (n: number) => `El límite es de ${n} usuarios`,
      (n: number) => `Der Wert liegt bei ${n} MB`,
      (n: number) => `Fixed in PR #${n}`,
      (n: number) => `See \`retry(${n})\``,
    )
    fc.assert(
      fc.property(sentence, fc.nat(99_999), fc.nat(99_999), (render, one, other) => {
        fc.pre(one !== other)
        expect(comparePair(render(one), render(other)).allow).toMatchObject({ auto: false, propose: false })
      }),
      RUNS,
    )
  })

  test.each([
    ['Wait 5 s', 'Wait 5 min'],
    ['Pin to v1.2.3', 'Pin to v1.2.4'],
    ['Fixed in 1f3870b', 'Fixed in 2f3870b'],
    ['Frozen on 2026-03-01', 'Frozen on 2026-03-02'],
    ['It runs at 14:00', 'It runs at 15:00'],
    ['Edit src/a.ts', 'Edit src/b.ts'],
    ['See https://a.dev/x', 'See https://a.dev/y'],
    ['Pass --all', 'Pass --any'],
    ['Set FOO_X=1', 'Set FOO_X=2'],
    ['Read MY_KEY first', 'Read MY_TOKEN first'],
    ['Call getUser first', 'Call getUsers first'],
    ['It says "not found" there', 'It says "not here" there'],
    ['The owner of billing is Ana', 'The owner of billing is Ben'],
    ['Use it in production', 'Use it in staging'],
    ['We plan to use Kafka', 'Kafka has been shipped'],
  ])('%j and %j block a proposal [MG-18]', (a, b) => {
    expect(comparePair(a, b).allow).toEqual({ auto: false, propose: false, review: false })
  })

  test('a negator alone makes no conflict [MG-19]', () => {
    const result = comparePair('species A not recorded in dry season', 'species B not seen')
    expect(result.reasons.join()).not.toContain('polarity')
    expect(comparePair('Do not log tokens', 'Deploys go through Jenkins').verdict).toBe('distinct')
    expect(comparePair('Run migrations in CI', 'Do not run migrations in CI').verdict).toBe('contradicts')
  })

  test('an additive fact about one subject does not contradict [MG-20]', () => {
    const result = comparePair('Ana is CTO at Acme', "Ana administers Acme's Git org")
    expect(result).toMatchObject({ verdict: 'distinct', reasons: ['low-overlap'] })
  })

  test('one subject key with two texts is a conflict, two keys are two subjects [MG-22]', () => {
    const compare = (a: string, b: string) =>
      comparePair('Use pnpm here', 'Bananas are yellow', { a: { key: a }, b: { key: b } })
    expect(compare('pm', 'pm')).toMatchObject({ verdict: 'contradicts', reasons: ['key'] })
    expect(compare('pm', 'fruit')).toMatchObject({ verdict: 'distinct', reasons: ['key'] })
  })

  test.each(['store', 'project', 'scope', 'kind'] as const)('never crosses a %s [MG-13]', (field) => {
    const context = { a: { [field]: 'one' }, b: { [field]: 'other' } }
    expect(comparePair('Use pnpm', 'Use pnpm', context)).toMatchObject({
      verdict: 'distinct',
      reasons: [`context:${field}`],
      allow: { auto: false, propose: false, review: false },
    })
    expect(comparePair('Use pnpm', 'Use pnpm', { a: { [field]: 'one' } }).verdict).toBe('same')
  })

  test('a held pair is never proposed [MG-24]', () => {
    for (const { a, b, context } of WORKED_PAIRS) {
      const { verdict, flags, allow } = comparePair(a, b, context)
      if (verdict === 'related' && flags.length > 0)
        expect(allow).toMatchObject({ auto: false, propose: false })
    }
  })

  test('short names match by their exact key only [MG-14]', () => {
    expect(comparePair('DGIA', 'DGIA').verdict).toBe('same')
    expect(comparePair('部署', '部署。').verdict).toBe('same')
    expect(comparePair('DGIA', 'DGIB').allow.auto).toBe(false)
  })

  test('texts of a language without lists are at best for a person [MG-15]', () => {
    const korean = ['배포는 pnpm 으로 합니다', '배포는 항상 pnpm 으로 합니다'] as const
    expect(comparePair(...korean).allow).toMatchObject({ auto: false, propose: false })
    expect(comparePair('Порт 3,000 открыт', 'Порт 3000 открыт').verdict).toBe('duplicate-safe')
    expect(comparePair('Порт 3000 открыт', 'Порт 3001 открыт').allow.propose).toBe(false)
  })

  test.each([
    ' ',
    '-',
    '"',
    "'",
    '.',
    '#',
    '`` ` ',
    '- ',
    'a',
    'A',
    '_',
    '1',
    '\u0301',
    'a/',
    '1.',
    'not ',
    '*',
    '使',
    'の',
    'ー',
    'a.-',
    'a@',
    '@a/',
    '[x] ',
    '-x ',
    'v1.',
    '$',
    '%a',
    'A=',
    'A_',
    '2026-',
    '1,000,',
    '「',
    'の前に',
    '不',
    'before ',
    'from to ',
    'A b ',
    ', or ',
    'never, ',
  ])('a hundred thousand characters of %j take linear time [MG-06]', (unit) => {
    const long = unit.repeat(100_000 / unit.length)
    const took = cpuMilliseconds(() => {
      safeKey(long)
      anchorsOf(`x${long}y`)
    })
    expect(took).toBeLessThan(3000)
  })

  test.each([
    'a',
    '1',
    'not ',
    'no, or ',
    'before ',
    '不',
    '不要',
    'の前に',
    'foo-bar ',
    '`a` ',
    '[x] ',
    'run 5 ',
    "'a ",
    '5 ms ',
  ])('thirty thousand characters of %j are compared in time [MG-06]', (unit) => {
    const long = unit.repeat(30_000 / unit.length)
    expect(cpuMilliseconds(() => comparePair(long, `x ${long}`))).toBeLessThan(2000)
  })
})
