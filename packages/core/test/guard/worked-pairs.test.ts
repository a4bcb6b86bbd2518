import { describe, expect, test } from 'vitest'
import { exactKey } from '../../src/guard/keys/exact-key.ts'
import { safeKey } from '../../src/guard/keys/safe-key.ts'
import { comparePair } from '../../src/guard/pair/compare-pair.ts'
import { WORKED_PAIRS } from './worked-pairs.ts'

const isAutomatic = (verdict: string): boolean => verdict === 'same' || verdict === 'duplicate-safe'

describe('the worked pairs of the reference', () => {
  test.each(WORKED_PAIRS)('$id $class: $a / $b is $verdict [MG-26]', ({ a, b, verdict, context }) => {
    const result = comparePair(a, b, context)
    expect(isAutomatic(result.verdict)).toBe(isAutomatic(verdict))
    expect(result.verdict).toBe(verdict)
    expect(result.allow.auto).toBe(isAutomatic(verdict))
  })

  test.each(WORKED_PAIRS)('$id reads the same from both sides [MG-03]', ({ a, b, context }) => {
    const there = comparePair(a, b, context)
    const back = comparePair(b, a, {
      ...(context?.b && { a: context.b }),
      ...(context?.a && { b: context.a }),
    })
    expect(back.verdict).toBe(there.verdict)
    expect([...back.reasons].sort()).toEqual([...there.reasons].sort())
    expect(back.flags).toEqual(there.flags)
    expect(back.only_a).toEqual(there.only_b)
  })

  test.each(WORKED_PAIRS.filter(({ context }) => context === undefined))(
    '$id has equal keys where it is automatic, and only there [MG-10]',
    ({ a, b, verdict }) => {
      expect(exactKey(a) === exactKey(b)).toBe(verdict === 'same')
      expect(safeKey(a) === safeKey(b)).toBe(isAutomatic(verdict))
    },
  )

  test('every veto and every hold names why [MG-23]', () => {
    for (const { a, b, context } of WORKED_PAIRS) {
      const { verdict, reasons, flags } = comparePair(a, b, context)
      if (verdict !== 'related') expect(reasons.length + flags.length).toBeGreaterThan(0)
    }
  })
})
