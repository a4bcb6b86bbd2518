import { describe, expect, test } from 'vitest'
import { checkRewrite } from '../../src/guard/rewrite/check-rewrite.ts'
import type { RewriteResult } from '../../src/guard/rewrite/rewrite-result.ts'
import { WORKED_REWRITES, type WorkedRewrite } from './worked-rewrites.ts'

describe('the worked rewrites of the reference', () => {
  test.each(WORKED_REWRITES)('$id $kind: $output is $verdict $check [MG-27]', (row) => {
    const result = check(row)
    expect(result.verdict).toBe(row.verdict)
    if (row.check !== undefined) expect(result.findings.map((found) => found.check)).toContain(row.check)
    if (row.verdict === 'accept') expect(result.findings).toEqual([])
  })
})

function check({ kind, sources, output }: WorkedRewrite): RewriteResult {
  return checkRewrite({
    kind,
    sources: sources.map((text, index) => ({ id: `e_${index + 1}`, text })),
    output,
  })
}
