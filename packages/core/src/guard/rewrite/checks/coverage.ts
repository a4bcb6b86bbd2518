import { measureCoverage } from '../measures.ts'
import { standsIn } from '../prepared-rewrite.ts'
import { finding, type RewriteCheck } from '../rewrite-check.ts'

const REJECT = 0.2
const REVIEW = 0.45
const REVIEW_DIGEST = 0.25

/** The text says most of what its sources say. */
export const checkCoverage: RewriteCheck = (rewrite) => {
  if (!standsIn(rewrite.kind)) return []
  const coverage = measureCoverage(rewrite)
  const detail = coverage.toFixed(2)
  if (coverage < REJECT) return [finding('coverage', 'reject', { detail })]
  const review = rewrite.kind === 'digests' ? REVIEW_DIGEST : REVIEW
  return coverage < review ? [finding('coverage', 'review', { detail })] : []
}
