import type { Connection } from './connection.ts'

const COUNT = 'SELECT doc AS n FROM search_words WHERE term = ?'
const STATE = 'SELECT data_version AS others, total_changes() AS own FROM pragma_data_version'
const KEPT_MAX = 1000

/**
 * In how many entries each word stands. FTS5 reads all of a word's list to tell, and one search asks
 * for the same words more than once: so what it told is kept until anything is written.
 */
export class WordCounts {
  readonly #connection: Connection
  readonly #kept = new Map<string, number>()
  #state = ''

  constructor(connection: Connection) {
    this.#connection = connection
  }

  of(words: readonly string[]): readonly number[] {
    this.#forgetOld()
    return words.map((word) => {
      const known = this.#kept.get(word)
      if (known !== undefined) return known
      const count = this.#connection.get<{ n: number }>(COUNT, word)?.n ?? 0
      // What a transaction sees of its own may be rolled back.
      if (!this.#connection.isWriting) this.#kept.set(word, count)
      return count
    })
  }

  #forgetOld(): void {
    const now = this.#connection.get<{ others: number; own: number }>(STATE)
    const state = `${now?.others} ${now?.own} ${this.#connection.isWriting}`
    if (state === this.#state && this.#kept.size < KEPT_MAX) return
    this.#state = state
    this.#kept.clear()
  }
}
