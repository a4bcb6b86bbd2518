import type { Anchor } from '../anchors/anchor.ts'
import type { Finding, RewriteLimits } from './rewrite-result.ts'

/** An anchor in a finding. Of a secret only the type and the length are shown (MG-55). */
export function showAnchor(
  { type, raw }: Anchor,
  { isSecret }: RewriteLimits,
): Pick<Finding, 'type' | 'anchor'> {
  return { type, anchor: isSecret?.(raw) === true ? `(secret, ${raw.length} characters)` : raw }
}
