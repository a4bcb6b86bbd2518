import type { EntryId } from '../../domain/ids.ts'
import { by, byText, inOrder } from '../../domain/order.ts'

/**
 * Two entries that the guard found near each other. The verdict follows from the entries alone; which
 * pairs are looked at is for the store's own index to nominate.
 */
export interface NearPair {
  /** The smaller id. */
  readonly a: EntryId
  readonly b: EntryId
  readonly verdict: 'duplicate-safe' | 'related' | 'contradicts'
  readonly reasons: readonly string[]
  readonly flags: readonly string[]
  /** 0–1: how alike the texts are. */
  readonly score: number
  /** Version of the guard's rules. */
  readonly guard_v: number
}

/** Empty: all pairs. */
export interface NearQuery {
  /** Pairs that this entry is one of. */
  readonly of?: EntryId
  readonly verdict?: NearPair['verdict']
}

/** By a, then b. */
export const nearPairOrder = inOrder<NearPair>(
  by((pair) => pair.a, byText),
  by((pair) => pair.b, byText),
)

/** What comparisons of entries found. */
export interface NearReads {
  /** What comparisons found, by a, then b. Read a few at a time: of a large store there are many. */
  nearPairs(query: NearQuery): Iterable<NearPair>
  /** Entries whose text no comparison under the guard's rules of today has seen yet, by id. */
  uncompared(): Iterable<EntryId>
}

/** Derived: a comparison can always be made again. */
export interface NearWrites {
  /** Notes that entries were compared, and puts `pairs` in the place of those that touched them. */
  putNearPairs(compared: ReadonlySet<EntryId>, pairs: readonly NearPair[]): void
}
