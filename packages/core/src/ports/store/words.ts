import type { EntryId } from '../../domain/ids.ts'

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

/** The index of the words of the texts. */
export interface WordReads {
  /**
   * Entries to rank for a query, likely ones first: all that match, or so many of them as `limit`
   * says. Of a multitude the store may pass over old ones; it never gives one that doesn't match.
   */
  match(query: WordQuery, limit: number): readonly EntryId[]
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
