import type { Scope } from '../../domain/entry.ts'
import type { EntryId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'

/** What to look for in the words of the texts, as `indexWords` gives them. */
export interface WordQuery {
  /** Whether a match has a word of every group, or of any. */
  readonly need: 'every' | 'any'
  /** Words that stand for one another. */
  readonly groups: readonly (readonly string[])[]
  /** Words that must stand side by side, in one field. */
  readonly phrases?: readonly (readonly string[])[]
}

export interface WordTotals {
  readonly entries: number
  readonly title: number
  readonly body: number
}

/** How many words a field has, and how often each of those that were asked for is among them. */
export interface FieldUse {
  readonly length: number
  readonly counts: readonly number[]
}

/** How an entry uses words, field by field. */
export interface WordUses {
  readonly title: FieldUse
  readonly tags: FieldUse
  readonly body: FieldUse
}

/** All that ranks an entry for words, without its text. */
export interface RankedUses extends WordUses {
  readonly id: EntryId
  readonly scope: Scope
  /** Nothing hides it in the view that the store keeps. */
  readonly isHead: boolean
  readonly updated: Instant
  readonly value: number | undefined
}

/** The index of the words of the texts. */
export interface WordReads {
  /**
   * Entries to rank for a query, likely ones first: all that match, or so many of them as `limit`
   * says. Of a multitude the store may pass over old ones; it never gives one that doesn't match.
   */
  match(query: WordQuery, limit: number): readonly EntryId[]
  /**
   * How entries that were just matched use words of the query, in the order of the ids; undefined where the
   * store doesn't have that at hand, and to read the entries is as quick.
   */
  wordUses(ids: readonly EntryId[], words: readonly string[]): readonly RankedUses[] | undefined
  /** In how many entries each of these words stands. */
  wordCounts(words: readonly string[]): readonly number[]
  /** How many words the texts of all entries have. */
  wordTotals(): WordTotals
  /**
   * The words of the index that have letters only, and so many as given; in text order. One that no
   * entry has any more may be among them: `wordCounts` tells.
   */
  letterWords(length: { readonly least: number; readonly most: number }): Iterable<string>
  /** Entries that share the most telling words with a text, best first: candidates for a comparison, never a verdict. */
  similar(text: string, limit: number): readonly EntryId[]
}
