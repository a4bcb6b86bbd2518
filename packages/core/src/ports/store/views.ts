import type { Confidence } from '../../domain/entry.ts'
import type { EntryId } from '../../domain/ids.ts'

export const HIDDEN_REASONS = [
  'superseded',
  'duplicate',
  'contradicted',
  'merged',
  'digested',
  'retracted',
  'forgotten',
  'dissolved',
] as const
export type HiddenReason = (typeof HIDDEN_REASONS)[number]

/** How an entry stands in the resolved view. */
export interface EntryView {
  readonly id: EntryId
  /** Absent on a head. `by` is the entry to look at instead, or null where there is none. */
  readonly hidden?: { readonly reason: HiddenReason; readonly by: EntryId | null }
  /** Of the whole duplicate class. */
  readonly tags: readonly string[]
  readonly confidence: Confidence
  /** Categories of hidden members other than the head's own. */
  readonly also_in: readonly string[]
  /** Other heads that supersede the same class. */
  readonly forks: readonly EntryId[]
  /** Stand-in tops that contest this head. */
  readonly contested_by: readonly EntryId[]
  /** How many direct sources it stands in for. */
  readonly stands_for: number
}

/** The resolved view: an entry without a view is a head. */
export interface ViewReads {
  view(id: EntryId): EntryView | undefined
  /** Every stored view, by id; or those of the given entries. */
  views(ids?: Iterable<EntryId>): Iterable<EntryView>
  /** Stored views of the entries that are hidden by one of these at first hand, by id. */
  hiddenBy(tops: Iterable<EntryId>): readonly EntryView[]
}

/** How the resolved view is kept up. */
export interface ViewWrites {
  putViews(views: Iterable<EntryView>): void
  dropViews(ids: Iterable<EntryId>): void
}
