import type { ChangeWatch } from './change-watch.ts'
import type { Connection } from './connection.ts'

/** Of one question, for various arguments: then all is asked anew. */
const KEPT_MAX = 2000

/** Answers to a question about the whole store, kept until anything is written. */
export class KeptAnswers<Answer> {
  readonly #connection: Connection
  readonly #watch: ChangeWatch
  readonly #mayKeep: (answer: Answer) => boolean
  readonly #kept = new Map<string, Answer>()

  constructor(connection: Connection, watch: ChangeWatch, mayKeep: (answer: Answer) => boolean = () => true) {
    this.#connection = connection
    this.#watch = watch
    this.#mayKeep = mayKeep
    watch.listen(() => this.#kept.clear())
  }

  of(question: string, ask: () => Answer): Answer {
    // What a transaction sees of its own may be rolled back.
    if (this.#connection.isWriting) return ask()
    this.#watch.look()
    const known = this.#kept.get(question)
    if (known !== undefined) return known
    const answer = ask()
    this.#keep(question, answer)
    return answer
  }

  /** Answers to many at once, in their order; only those that aren't known are asked for, together. */
  ofAll(
    questions: readonly string[],
    ask: (missing: readonly string[]) => readonly Answer[],
  ): readonly Answer[] {
    if (this.#connection.isWriting) return ask(questions)
    this.#watch.look()
    const known = new Map<string, Answer>()
    for (const each of questions) {
      const answer = this.#kept.get(each)
      if (answer !== undefined) known.set(each, answer)
    }
    const missing = questions.filter((each) => !known.has(each))
    const answers = missing.length === 0 ? [] : ask(missing)
    for (const [index, answer] of answers.entries()) {
      const question = missing[index] ?? ''
      known.set(question, answer)
      this.#keep(question, answer)
    }
    return questions.flatMap((each) => known.get(each) ?? [])
  }

  #keep(question: string, answer: Answer): void {
    if (!this.#mayKeep(answer)) return
    if (this.#kept.size >= KEPT_MAX) this.#kept.clear()
    this.#kept.set(question, answer)
  }
}
