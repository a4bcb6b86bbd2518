import { measureNovelty } from '../measures.ts'
import { finding, type RewriteCheck } from '../rewrite-check.ts'

/** Shares of new words, and how many a text may always have. */
const LATIN = { reject: 0.6, review: 0.25 } as const
const CJK = { reject: 0.75, review: 0.6 } as const
const FREE = { reject: 2, review: 1 } as const

/** The text says little that no source says. */
export const checkNovelty: RewriteCheck = (rewrite) => {
  const { added, share } = measureNovelty(rewrite)
  const limits = rewrite.isCjk ? CJK : LATIN
  const review = Math.min(limits.review, rewrite.limits.maxNovelty ?? limits.review)
  const detail = share.toFixed(2)
  if (share > limits.reject && added > FREE.reject) return [finding('novelty', 'reject', { detail })]
  return share > review && added > FREE.review ? [finding('novelty', 'review', { detail })] : []
}
