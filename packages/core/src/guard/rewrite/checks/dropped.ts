import type { Anchor } from '../../anchors/anchor.ts'
import type { Dropped } from '../rewrite-result.ts'

/** Whether a dropped entry means this anchor, as it is written or as it is compared. */
export function isNamedBy({ type, anchor }: Dropped, candidate: Anchor): boolean {
  if (type !== candidate.type) return false
  return anchor === candidate.raw || anchor === candidate.value
}
