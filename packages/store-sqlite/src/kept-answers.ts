import type { ChangeWatch } from './change-watch.ts'
import type { Connection } from './connection.ts'

/** Of one question, for various arguments: then all is asked anew. */
const KEPT_MAX = 2000

/** Answers to a question about the whole store, kept until anything is written. */
export class KeptAnswers<Answer> {
  readonly #connection: Connection
  readonly #watch: ChangeWatch
  readonly #kept = new Map<string, Answer>()

  constructor(connection: Connection, watch: ChangeWatch) {
    this.#connection = connection
    this.#watch = watch
    watch.listen(() => this.#kept.clear())
  }

  /** Asked only where it isn't known. */
  of(question: string, ask: () => Answer): Answer {
    const known = this.find(question)
    if (known !== undefined) return known
    const answer = ask()
    this.keep(question, answer)
    return answer
  }

  find(question: string): Answer | undefined {
    // What a transaction sees of its own may be rolled back.
    if (this.#connection.isWriting) return undefined
    this.#watch.look()
    return this.#kept.get(question)
  }

  keep(question: string, answer: Answer): void {
    if (this.#connection.isWriting) return
    if (this.#kept.size >= KEPT_MAX) this.#kept.clear()
    this.#kept.set(question, answer)
  }
}
