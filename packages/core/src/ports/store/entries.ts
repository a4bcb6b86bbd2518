import type { Confidence, Entry, FlagKind, Scope } from '../../domain/entry.ts'
import type { EntryId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import type { CompactionRow } from './compaction-rows.ts'

export type EntrySort = 'id' | 'newest' | 'created' | 'updated' | 'value'

export interface EntryQuery {
  /** Default: entries of every scope. */
  readonly scopes?: readonly Scope[]
  /** `heads`: shown in the resolved view; `hidden`: the rest of it; `all`: whatever the view says. */
  readonly visibility: 'heads' | 'hidden' | 'all'
  readonly category?: string
  readonly type?: string
  readonly tag?: string
  readonly pinned?: true
  readonly confidences?: readonly Confidence[]
  /** With an open flag of this kind. */
  readonly flag?: FlagKind
  readonly assertedBefore?: Instant
  readonly assertedSince?: Instant
  /** Only these. */
  readonly ids?: readonly EntryId[]
  readonly exclude?: readonly EntryId[]
  readonly sort?: EntrySort
  readonly limit?: number
  readonly offset?: number
}

/** Entries, as the journal folds to them. */
export interface EntryReads {
  entry(id: EntryId): Entry | undefined
  /** In text order. */
  entryIdsByPrefix(prefix: string, limit: number): readonly EntryId[]
  /** Those of the prefixes that the ids of two entries or more begin with. */
  sharedPrefixes(prefixes: readonly string[]): ReadonlySet<string>
  /** Ties by id. */
  entries(query: EntryQuery): Iterable<Entry>
}

/** An entry is put together with its row. */
export interface EntryWrites {
  putEntry(entry: Entry, row: CompactionRow): void
  dropEntry(id: EntryId): void
}
