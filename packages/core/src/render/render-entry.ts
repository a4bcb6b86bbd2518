import type { Confidence, Trust } from '../domain/entry.ts'
import type { EntryId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'

/** A head of the resolved view as the renderers see it: plain data, one type for every rendered file. */
export interface RenderEntry {
  readonly id: EntryId
  /** Shortest prefix that names it in the store, as `shortIds` gives it. */
  readonly shortId: string
  readonly content: string
  readonly category: string
  /** The end of the time it was stated in: recency goes by it. */
  readonly assertedTo: Instant
  readonly confidence: Confidence
  readonly trust: Trust
  readonly pinned: boolean
  /** Flag `stale` is open. */
  readonly stale: boolean
  /** Short ids of the entries it is in conflict with. */
  readonly conflicts: readonly string[]
  /** Short ids of the other heads that supersede the same class. */
  readonly forks: readonly string[]
  /** How many direct sources it stands in for. */
  readonly standsFor: number
  /** Flag `untrusted` is open. */
  readonly quarantined: boolean
  /** Learnings only. */
  readonly status?: 'observed' | 'promoted' | 'discarded'
}
