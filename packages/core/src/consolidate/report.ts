import type { Layer } from '../domain/entry.ts'
import type { EntryId } from '../domain/ids.ts'
import type { Issue } from '../domain/issue.ts'
import type { Refusal } from './digest/write-digest.ts'
import type { AtRisk } from './forget/sweep.ts'

/** A cluster that a digest stands in for. */
export interface ReportedCluster {
  readonly entity: string
  readonly layer: Layer
  readonly ids: readonly EntryId[]
  readonly digest: EntryId
  readonly tokensBefore: number
  readonly tokensAfter: number
  readonly text: string
  /** Where a model was asked: whether its text is the digest's, and what the rules wrote; or why it isn't. */
  readonly written?: WrittenText
}

export type WrittenText =
  | { readonly kind: 'used'; readonly ruleText: string }
  | { readonly kind: 'declined'; readonly reason: string; readonly text?: string }

/** A cluster that stays as it is. `declined`: its digest was made before, and taken back. */
export interface SkippedCluster {
  readonly entity: string
  readonly layer: Layer
  readonly ids: readonly EntryId[]
  readonly reason: Refusal | 'declined'
}

/** What a plan of a consolidation comes to. Clusters by entity, layer and smallest id; ids in order. */
export interface ConsolidationReport {
  /** Entries that might have come under a digest, were they cold. */
  readonly scanned: number
  readonly clusters: readonly ReportedCluster[]
  readonly skipped: readonly SkippedCluster[]
  readonly buried: readonly AtRisk[]
  readonly aging: readonly AtRisk[]
  readonly stalled: readonly EntryId[]
  readonly unstalled: readonly EntryId[]
  readonly woken: readonly EntryId[]
  readonly notes: readonly 'no_session'[]
  readonly issues: readonly Issue[]
}
