import type { TokenCounter } from '../../ports/token-counter.ts'
import { linesOutsidePastes } from '../compress/render-paste.ts'
import type { Message } from '../model/message.ts'
import { countBefore } from './count-before.ts'

const SHORTEST = 4

/** How many lines of user messages a window has, and how many of them its view shows in a message of the user. */
export interface ShownLines {
  readonly all: number
  readonly shown: number
  /** Of those that are lost, the ones that a person wrote: outside every pasted block. */
  readonly lostOfOwn: number
}

/** The lines of the messages of the user in a segment. */
export class UserLines {
  readonly #messages: readonly Message[]
  readonly #counter: TokenCounter
  /** Where messages of the user are, and the lines up to each and with it. */
  readonly #places: readonly number[]
  readonly #sums: readonly number[]
  readonly #lines = new WeakMap<Message, readonly string[]>()

  constructor(messages: readonly Message[], counter: TokenCounter) {
    this.#messages = messages
    this.#counter = counter
    this.#places = messages.flatMap(({ role }, index) => (role === 'user' ? [index] : []))
    const sums: number[] = []
    for (const message of messages) {
      if (message.role === 'user') sums.push((sums.at(-1) ?? 0) + this.#linesOf(message).length)
    }
    this.#sums = sums
  }

  /** What a view of the messages before `k` still shows of them. */
  shownBefore(k: number, view: readonly Message[]): ShownLines {
    const count = countBefore(this.#places, k)
    const all = this.#sums[count - 1] ?? 0
    const left = this.#left(this.#places.slice(0, count), k, view)
    if (left.length === 0) return { all, shown: all, lostOfOwn: 0 }
    const shown = new Set(view.filter(({ role }) => role === 'user').flatMap((said) => this.#linesOf(said)))
    const lost = left.flatMap((said) => this.#linesOf(said)).filter((line) => !shown.has(line))
    const own = left.flatMap(({ parts }) =>
      parts.flatMap(({ text }) => linesOutsidePastes(text, this.#counter)),
    )
    const lostOfOwn = filled(own).filter((line) => !shown.has(line)).length
    return { all, shown: all - lost.length, lostOfOwn }
  }

  /** The messages that the view shows otherwise, or not at all. */
  #left(places: readonly number[], k: number, view: readonly Message[]): readonly Message[] {
    const isAligned = view.length === k
    const same = isAligned ? undefined : new Set(view)
    return places.flatMap((index) => {
      const message = this.#messages[index]
      if (message === undefined || (isAligned && view[index] === message)) return []
      return same?.has(message) === true ? [] : [message]
    })
  }

  #linesOf(message: Message): readonly string[] {
    const known = this.#lines.get(message)
    if (known !== undefined) return known
    const lines = filled(message.parts.flatMap(({ text }) => text.split('\n')))
    this.#lines.set(message, lines)
    return lines
  }
}

function filled(lines: readonly string[]): readonly string[] {
  return lines.map((line) => line.trim()).filter((line) => line.length >= SHORTEST)
}
