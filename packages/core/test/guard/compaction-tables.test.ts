import { describe, expect, test } from 'vitest'
import { comparePair } from '../../src/guard/pair/compare-pair.ts'
import { checkRewrite } from '../../src/guard/rewrite/check-rewrite.ts'
import { PROPOSAL_ROWS, RELATION_ROWS } from './compaction-tables.ts'

describe('the relation rows of compaction', () => {
  test.each(RELATION_ROWS)('$a / $b is $expected [LS-29] [LS-49]', ({ a, b, expected, reason }) => {
    const { verdict, reasons, allow } = comparePair(a, b)
    switch (expected) {
      case 'same':
        expect(allow.auto).toBe(true)
        break
      case 'open':
        expect(verdict).toBe('related')
        break
      case 'contradicts':
        expect(verdict).toBe('contradicts')
        break
      case 'vetoed':
        expect(['contradicts', 'distinct']).toContain(verdict)
        expect(allow).toEqual({ auto: false, propose: false, review: false })
        break
      default:
        expect.unreachable()
    }
    if (reason !== undefined) expect(reasons.some((text) => text.split(':').includes(reason))).toBe(true)
  })

  test('two texts that differ only by a negation contradict and are never fused [LS-84]', () => {
    const texts = ['Search is broken', 'Search is not broken, my parser was'] as const
    expect(comparePair(...texts).verdict).toBe('contradicts')
    const sources = texts.map((text, index) => ({ id: `e_${index}`, text }))
    for (const kind of ['dedup', 'fuse', 'consolidates'] as const) {
      const result = checkRewrite({ kind, sources, output: texts.join('; ') })
      expect(result.verdict).toBe('reject')
      expect(result.findings.map(({ check }) => check)).toContain('sources-conflict')
    }
  })
})

describe('the proposal rows of compaction', () => {
  test.each(PROPOSAL_ROWS)(
    '$kind to $output is stopped by $codes [LS-17]',
    ({ kind, sources, output, codes }) => {
      const result = checkRewrite({
        kind,
        sources: sources.map((text, index) => ({ id: `e_${index}`, text })),
        output,
      })
      expect(result.verdict).toBe(codes.length === 0 ? 'accept' : 'reject')
      expect(result.findings.map(({ code }) => code)).toEqual(expect.arrayContaining([...codes]))
    },
  )
})
