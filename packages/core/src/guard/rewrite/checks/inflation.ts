import { est1 } from '../../../counters/est1.ts'
import { finding, type RewriteCheck } from '../rewrite-check.ts'

const ALLOWANCE = 8

/** A merge never costs more than its sources (MG-35). */
export const checkInflation: RewriteCheck = ({ kind, request }) => {
  if (kind === 'narrative') return []
  const size = est1.count(request.output)
  const sources = request.sources.reduce((sum, { text }) => sum + est1.count(text), 0)
  return size > sources + ALLOWANCE
    ? [finding('inflation', 'reject', { detail: `${size}>${sources}+${ALLOWANCE}` })]
    : []
}
