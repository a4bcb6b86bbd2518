import type { EntryId } from '@varve/core'

export const FINDING_KINDS = [
  'secret',
  'contradiction',
  'newer_value',
  'exact_duplicate',
  'near_duplicate',
  'no_evidence',
] as const
export type FindingKind = (typeof FINDING_KINDS)[number]

/** One thing that a health report found: where, what, and why it is thought so. */
export interface Finding {
  readonly kind: FindingKind
  readonly places: readonly Place[]
  readonly reasons: readonly string[]
  /** 0–1, where two texts were compared. */
  readonly score?: number
}

/** An entry by its id, and by its file and line where it came from one. */
export interface Place {
  readonly id: EntryId
  readonly at: string | undefined
  readonly text: string
}

/** What each kind means, for people. */
export const FINDING_TITLES: Readonly<Record<FindingKind, string>> = {
  secret: 'Secrets',
  contradiction: 'Contradictions',
  newer_value: 'One of these looks superseded',
  exact_duplicate: 'Exact duplicates',
  near_duplicate: 'Near duplicates',
  no_evidence: 'Without evidence',
}
