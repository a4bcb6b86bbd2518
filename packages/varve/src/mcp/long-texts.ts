import { markOf } from './answer-page.ts'

const MOST_KEPT = 8

/** The last texts of a connection that were too long for one answer: their parts are read without running anything again. */
export class LongTexts {
  readonly #kept = new Map<string, string>()

  keep(text: string): void {
    const mark = markOf(text)
    this.#kept.delete(mark)
    this.#kept.set(mark, text)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest)
  }

  /** The text that a cursor is of. */
  find(cursor: unknown): string | undefined {
    return this.#kept.get(String(cursor).split('.')[1] ?? '')
  }
}
