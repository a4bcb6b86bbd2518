import type { Anchor } from '../../anchors/anchor.ts'
import { isCoarserDate, isGrounded, productsOf } from '../grounding.ts'
import type { PreparedRewrite } from '../prepared-rewrite.ts'
import { finding, type RewriteCheck } from '../rewrite-check.ts'
import { showAnchor } from '../show-anchor.ts'

/** Nothing is invented: each anchor and each product of the output is in a source (MG-28). */
export const checkInvented: RewriteCheck = (rewrite) => {
  const anchors = rewrite.output.scanned.anchors.filter((anchor) => !isInSources(anchor, rewrite))
  const known = new Set(rewrite.sources.flatMap(({ statement }) => [...productsOf(statement).keys()]))
  const products = [...productsOf(rewrite.output)].filter(([product]) => !known.has(product))
  return [
    ...anchors.map((anchor) => finding('invented', severityOf(anchor), showAnchor(anchor, rewrite.limits))),
    ...products.map(([, anchor]) => finding('invented', 'reject', { type: 'product', anchor })),
  ]
}

function isInSources(anchor: Anchor, { sources }: PreparedRewrite): boolean {
  return sources.some(
    ({ id, statement }) =>
      id === anchor.value ||
      id === anchor.raw ||
      isGrounded(anchor, statement) ||
      isCoarserDate(anchor, statement),
  )
}

/** A compound may be the writer's own, and a capital that opens a text no name. */
function severityOf({ type, start }: Anchor): 'reject' | 'review' {
  return type === 'kebab' || (type === 'name' && start === 0) ? 'review' : 'reject'
}
