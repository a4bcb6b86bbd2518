import { comparePrepared } from '../../pair/compare-prepared.ts'
import type { PairResult } from '../../pair/pair-result.ts'
import type { PreparedRewrite } from '../prepared-rewrite.ts'
import { finding, type RewriteCheck } from '../rewrite-check.ts'
import type { RewriteKind } from '../rewrite-result.ts'

const NO_CONFLICT: readonly RewriteKind[] = ['dedup', 'fuse', 'consolidates']
const WEAK = ['low-overlap', 'cross-language', 'empty']

/** Sources that contradict each other are never put into one text. */
export const checkSourcesConflict: RewriteCheck = (rewrite) => {
  if (!NO_CONFLICT.includes(rewrite.kind)) return []
  const found = findPair(rewrite, ({ verdict }) => verdict === 'contradicts')
  return found === undefined
    ? []
    : [
        finding('sources-conflict', 'reject', {
          source: found.source,
          detail: found.result.reasons.join(','),
        }),
      ]
}

/** A fusion may join two facts, a dedup may not. */
export const checkSourcesDistinct: RewriteCheck = (rewrite) => {
  if (rewrite.kind !== 'dedup') return []
  const found = findPair(rewrite, ({ verdict, reasons }) => verdict === 'distinct' && !isWeak(reasons))
  return found === undefined
    ? []
    : [
        finding('sources-distinct', 'reject', {
          source: found.source,
          detail: found.result.reasons.join(','),
        }),
      ]
}

function isWeak(reasons: readonly string[]): boolean {
  return reasons.every((reason) => WEAK.includes(reason))
}

function findPair(
  { sources }: PreparedRewrite,
  holds: (result: PairResult) => boolean,
): { readonly source: string; readonly result: PairResult } | undefined {
  for (const [index, a] of sources.entries()) {
    for (const b of sources.slice(index + 1)) {
      const context = { ...(a.ctx && { a: a.ctx }), ...(b.ctx && { b: b.ctx }) }
      const result = comparePrepared(a.statement, b.statement, context)
      if (holds(result)) return { source: `${a.id} ${b.id}`, result }
    }
  }
  return undefined
}
