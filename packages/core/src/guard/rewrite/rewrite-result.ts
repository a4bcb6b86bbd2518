import type { AnchorType } from '../anchors/anchor.ts'
import type { TextContext } from '../pair/context.ts'
import type { GUARD_VERSION } from '../pair/pair-result.ts'

/** What a text was written for, and so how strictly it is held to its sources. */
export type RewriteKind = 'dedup' | 'fuse' | 'consolidates' | 'digests' | 'narrative' | 'extract' | 'reason'

/** A text that the output was written from; always a leaf of the lineage. */
export interface RewriteSource {
  readonly id: string
  readonly text: string
  readonly ctx?: TextContext
}

/** An anchor that was left out on purpose. */
export interface Dropped {
  readonly type: AnchorType
  readonly anchor: string
  /** Id of its source. */
  readonly source: string
  readonly reason: 'superseded' | 'duplicate-of' | 'secret' | 'out-of-scope'
}

export interface RewriteRequest {
  readonly kind: RewriteKind
  readonly sources: readonly RewriteSource[]
  readonly output: string
  readonly dropped?: readonly Dropped[]
}

/** Makes the check stricter; nothing makes it laxer. */
export interface RewriteLimits {
  /** Share of new words above which a person looks at the text; 0.25 unless lower. */
  readonly maxNovelty?: number
  /** Tells a secret, so that findings show its type and length only. */
  readonly isSecret?: (text: string) => boolean
}

/** The checks, each with the code it has in the reference of compaction. */
export const CHECK_CODES = {
  structure: 'G04',
  degenerate: 'G14',
  inflation: 'G13',
  'sources-conflict': 'G06',
  'sources-distinct': 'G05',
  invented: 'G08',
  rebound: 'G10',
  lost: 'G07',
  corrupted: 'G17',
  'negation-lost': 'G09',
  'negation-added': 'G09',
  'status-changed': 'G11',
  'modality-strengthened': 'G18',
  'modality-lost': 'G18',
  'quantifier-changed': 'G19',
  'quantifier-lost': 'G19',
  'comparator-changed': 'G20',
  'order-swapped': 'G11',
  novelty: 'G12',
  coverage: 'G21',
} as const

export type CheckName = keyof typeof CHECK_CODES
export type FindingSeverity = 'reject' | 'review'

/** One thing that is wrong with a text, or that a person should see. */
export interface Finding {
  readonly check: CheckName
  readonly code: (typeof CHECK_CODES)[CheckName]
  readonly severity: FindingSeverity
  readonly type?: string
  readonly anchor?: string
  /** The anchor is a secret, and not shown. */
  readonly isSecret?: true
  readonly source?: string
  readonly detail?: string
}

/** The judgement of a text against its sources, as it is printed. */
export interface RewriteResult {
  readonly guard_v: typeof GUARD_VERSION
  readonly verdict: 'accept' | 'review' | 'reject'
  readonly anchors: { readonly total: number; readonly kept: number }
  /** Share of the output's words that no source has. */
  readonly novelty: number
  /** Share of the sources' words that the output has. */
  readonly coverage: number
  readonly findings: readonly Finding[]
}
