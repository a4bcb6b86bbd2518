import { by, byText } from '../../domain/order.ts'
import type { AnchorType } from '../anchors/anchor.ts'
import { isGrounded } from './grounding.ts'
import { prepareRewrite } from './prepared-rewrite.ts'
import type { RewriteSource } from './rewrite-result.ts'

/** How many anchors of each type a text kept of its sources, and which it did not. */
export interface AnchorRetention {
  readonly types: readonly { readonly type: AnchorType; readonly total: number; readonly kept: number }[]
  readonly missing: readonly { readonly type: AnchorType; readonly anchor: string; readonly source: string }[]
}

/** Counts, type by type, what a digest kept of its sources. */
export function measureRetention(sources: readonly RewriteSource[], output: string): AnchorRetention {
  const rewrite = prepareRewrite({ kind: 'digests', sources, output }, {})
  const all = rewrite.sources.flatMap(({ id, statement }) =>
    statement.anchors.map((anchor) => ({ anchor, source: id, isKept: isGrounded(anchor, rewrite.output) })),
  )
  const types = [...new Set(all.map(({ anchor }) => anchor.type))].sort(byText)
  const ofType = (type: AnchorType) => all.filter(({ anchor }) => anchor.type === type)
  return {
    types: types.map((type) => ({
      type,
      total: ofType(type).length,
      kept: ofType(type).filter(({ isKept }) => isKept).length,
    })),
    missing: all
      .filter(({ isKept }) => !isKept)
      .map(({ anchor, source }) => ({ type: anchor.type, anchor: anchor.raw, source }))
      .toSorted(by(({ type }) => type, byText)),
  }
}
