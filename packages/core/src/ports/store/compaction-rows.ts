import type { Confidence, Scope, Trust } from '../../domain/entry.ts'
import type { EntryId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'

/** What stage 1 needs to know of an entry: a narrow row, so that a large store is read quickly. */
export interface CompactionRow {
  readonly id: EntryId
  readonly scope: Scope
  readonly category: string
  /** A titled entry is a note: it never joins a duplicate class by its text. */
  readonly titled: boolean
  /** Key of the normal form of the content, or null where it has none. */
  readonly text_key: string | null
  /** Normalised subject slot (`key`), or null. */
  readonly slot: string | null
  /** Recency: `assertedTo`. */
  readonly at: Instant
  readonly confidence: Confidence
  readonly trust: Trust
  readonly pinned: boolean
  readonly retracted: boolean
  /** Flag `buried` is open. */
  readonly forgotten: boolean
  readonly tags: readonly string[]
  readonly content_hash: string
  /** Whatever else of the entry shows in a rendered file, as one text: equal marks render alike. */
  readonly marks: string
}

/** What stage 1 reads of the entries. */
export interface RowReads {
  /** Rows of stage 1, by id; without ids: all of the given scopes. */
  compactionRows(selection: {
    readonly ids?: Iterable<EntryId>
    readonly scopes?: readonly Scope[]
  }): Iterable<CompactionRow>
  /** Every scope that an entry has, in text order. */
  scopes(): readonly Scope[]
  classMembers(scope: Scope, textKey: string): readonly EntryId[]
  slotMembers(scope: Scope, slot: string): readonly EntryId[]
}
