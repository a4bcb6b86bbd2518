import type { EntryId } from '../../domain/ids.ts'

/** A point in the life of a store's kept state; only the store that gave it can read it. */
export type Moment = string & { readonly moment: true }

/** What was written since a moment. */
export interface ChangeReads {
  /** Where the entries and their views stand now, for `changedSince`. */
  moment(): Moment
  /**
   * Ids of the entries whose row or view was written since, gone ones among them, in text order;
   * undefined where the store can't tell any more. An id too many is no harm.
   */
  changedSince(moment: Moment): readonly EntryId[] | undefined
}
