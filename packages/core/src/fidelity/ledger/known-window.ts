import type { Message, Window } from '../model/message.ts'
import type { FactsBook } from '../model/part-facts.ts'
import { SeenList } from '../model/seen-list.ts'
import type { Ledger } from './ledger.ts'
import { measureView, type Size } from './measure-view.ts'
import { renderView } from './render-view.ts'

/** What a window counts, and its view. */
export interface WindowReading {
  readonly size: Size
  /** Messages of the assistant. */
  readonly calls: number
  readonly view: readonly Message[]
}

const NOTHING: Size = { tokens: 0, raw: 0, levels: { full: 0, compressed: 0, placeholder: 0 } }

/**
 * What was read of the last window. Where the next one begins with the very same messages, as a caller's own or a
 * replay's does, and nothing was decided, only what was added is read. Requests of hosts make new messages each
 * time: of those the readings of one call are shared.
 */
export class KnownWindow {
  readonly #facts: FactsBook
  #ledger: Ledger
  #decisions = 0
  readonly #messages = new SeenList<Message>()
  #size = NOTHING
  #calls = 0
  /** The very array that was given, for as long as nothing in it is shown otherwise. */
  #view: readonly Message[] = []
  /** The same, where something in it is shown otherwise. */
  #own: Message[] | undefined
  readonly #growsInPlace: boolean

  constructor(facts: FactsBook, ledger: Ledger, growsInPlace = false) {
    this.#facts = facts
    this.#ledger = ledger
    this.#growsInPlace = growsInPlace
  }

  read({ messages, overhead }: Window, ledger: Ledger): WindowReading {
    const isMore = this.#holds(ledger) && this.#messages.isStartOf(messages)
    if (!isMore) this.#forget(ledger)
    this.#add(messages)
    const { tokens, raw, levels } = this.#size
    const size = { tokens: tokens + overhead.tokens, raw: raw + overhead.tokens, levels }
    return { size, calls: this.#calls, view: this.#view }
  }

  #holds(ledger: Ledger): boolean {
    return this.#ledger === ledger && this.#decisions === ledger.decisionCount
  }

  #forget(ledger: Ledger): void {
    this.#ledger = ledger
    this.#decisions = ledger.decisionCount
    this.#messages.forget()
    this.#size = NOTHING
    this.#calls = 0
    this.#view = []
    this.#own = undefined
  }

  #add(all: readonly Message[]): void {
    const start = this.#messages.length
    const added = this.#messages.take(all)
    const rendered = renderView(added, this.#ledger)
    this.#size = together(this.#size, measureView(added, this.#facts, this.#ledger))
    this.#calls += added.filter(({ role }) => role === 'assistant').length
    if (this.#own === undefined && rendered === added) this.#view = all
    else if (added.length > 0) {
      this.#own = this.#grown(this.#own ?? all.slice(0, start), rendered)
      this.#view = this.#own
    }
  }

  /** A new array, where somebody may hold the one before. */
  #grown(view: Message[], rendered: readonly Message[]): Message[] {
    if (!this.#growsInPlace) return view.concat(rendered)
    for (const message of rendered) view.push(message)
    return view
  }
}

function together(a: Size, b: Size): Size {
  return {
    tokens: a.tokens + b.tokens,
    raw: a.raw + b.raw,
    levels: {
      full: a.levels.full + b.levels.full,
      compressed: a.levels.compressed + b.levels.compressed,
      placeholder: a.levels.placeholder + b.levels.placeholder,
    },
  }
}
