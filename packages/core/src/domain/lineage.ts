import type { EntryId } from './ids.ts'
import type { Instant } from './instant.ts'
import type { Judgement } from './judgement.ts'
import { by, byText, inOrder } from './order.ts'

export const LINEAGE_KINDS = ['supersedes', 'duplicates', 'merges', 'digests', 'consolidates'] as const
export type LineageKind = (typeof LINEAGE_KINDS)[number]

/** `top` stands in for `under`. */
export interface LineageEdge {
  readonly kind: LineageKind
  readonly top: EntryId
  readonly under: EntryId
  readonly recorded: Instant
  /** Content hash of `under` when the edge was registered; `unknown` counts as changed. */
  readonly source_hash?: string
  /** What the guard said when it was made, whatever it would say today. */
  readonly guard?: Judgement
  readonly by: string
}

/** By kind, top, under. */
export const lineageOrder = inOrder<Pick<LineageEdge, 'kind' | 'top' | 'under'>>(
  by((edge) => edge.kind, byText),
  by((edge) => edge.top, byText),
  by((edge) => edge.under, byText),
)
