import type { Anchor } from '../anchors/anchor.ts'
import type { Finding, RewriteLimits } from './rewrite-result.ts'

/** An anchor in a finding. Of a secret only the type and the length are shown (MG-55). */
export function showAnchor(
  { type, raw }: Anchor,
  { isSecret }: RewriteLimits,
): Pick<Finding, 'type' | 'anchor' | 'isSecret'> {
  if (isSecret?.(raw) !== true) return { type, anchor: raw }
  return { type, anchor: `(secret, ${raw.length} characters)`, isSecret: true }
}
