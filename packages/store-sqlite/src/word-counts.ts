import type { ChangeWatch } from './change-watch.ts'
import type { Connection } from './connection.ts'
import { quoteWord } from './quote-word.ts'

const COUNT = 'SELECT doc AS n FROM search_words WHERE term = ?'
const COUNT_SOME = 'SELECT count(*) AS n FROM (SELECT 1 FROM search WHERE search MATCH ? LIMIT ?)'
const KEPT_MAX = 1000

/**
 * In how many entries each word stands. FTS5 reads all of a word's list to tell, and one search asks
 * for the same words more than once: so what it told is kept until an entry may be another. Where nobody
 * needs to know beyond `most`, it stops reading there.
 */
export class WordCounts {
  readonly #connection: Connection
  readonly #kept = new Map<string, number>()
  readonly #watch: ChangeWatch
  /** Counted up to here: a word that has so many may have more. */
  readonly most: number

  constructor(connection: Connection, watch: ChangeWatch, most = Number.POSITIVE_INFINITY) {
    this.#connection = connection
    this.#watch = watch
    this.most = most
    watch.listen(() => this.#kept.clear())
  }

  /** Whether a word of very many entries is counted in all of them. */
  get isExact(): boolean {
    return this.most === Number.POSITIVE_INFINITY
  }

  of(words: readonly string[]): readonly number[] {
    // What a transaction sees of its own may be rolled back.
    if (this.#connection.isWriting) return words.map((word) => this.#count(word))
    this.#watch.look()
    if (this.#kept.size >= KEPT_MAX) this.#kept.clear()
    return words.map((word) => {
      const count = this.#kept.get(word) ?? this.#count(word)
      this.#kept.set(word, count)
      return count
    })
  }

  #count(word: string): number {
    const row = this.isExact
      ? this.#connection.get<{ n: number }>(COUNT, word)
      : this.#connection.get<{ n: number }>(COUNT_SOME, quoteWord(word), this.most)
    return row?.n ?? 0
  }
}
