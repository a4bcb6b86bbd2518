import { beginsWith } from '../model/begins-with.ts'
import type { Message, Part } from '../model/message.ts'
import { SeenList } from '../model/seen-list.ts'
import type { DraftDecision } from './decision.ts'
import { SentMessages } from './sent-messages.ts'

/** The originals of what a session elided, so that they are there even where the host sends its own view back. */
export class SessionParts {
  readonly #originals = new Map<string, Part>()
  /** By key, every text that was ever shown instead: a host may send back an older view. */
  readonly #shown = new Map<string, Set<string>>()
  readonly #sent = new SentMessages()
  /** How much was decided when a view was kept last. */
  #keptAt = 0
  readonly #given = new SeenList<Message>()
  #unfolded: readonly Message[] = []
  #isAsItCame = true

  keep(messages: readonly Message[], decisions: readonly DraftDecision[]): void {
    const keys = new Set(decisions.map(({ key }) => key))
    this.#forget()
    for (const { key, text } of decisions) {
      if (text !== null) this.#shown.set(key, (this.#shown.get(key) ?? new Set()).add(text))
    }
    for (const { parts } of messages) {
      for (const part of parts) if (keys.has(part.key)) this.#originals.set(part.key, part)
    }
  }

  /** Keeps what a view shows otherwise than part by part. */
  keepView(messages: readonly Message[], view: readonly Message[], decisions: number): void {
    // What is appended until something is decided is shown as it came.
    if (decisions === this.#keptAt) return
    this.#keptAt = decisions
    this.#sent.keep(messages, view)
    this.#forget()
  }

  /** Keeps parts that leave the window with no decision of their own. */
  keepAll(messages: readonly Message[], keys: readonly string[]): void {
    const wanted = new Set(keys)
    this.#forget()
    for (const { parts } of messages) {
      for (const part of parts) if (wanted.has(part.key)) this.#originals.set(part.key, part)
    }
  }

  find(key: string): Part | undefined {
    return this.#originals.get(key)
  }

  #forget(): void {
    this.#given.forget()
    this.#unfolded = []
    this.#isAsItCame = true
  }

  /** The messages with their originals, where the host sent renderings; the very array where it sent none. */
  unfold(messages: readonly Message[]): readonly Message[] {
    if (this.#originals.size === 0) return messages
    if (!this.#given.isStartOf(messages)) this.#forget()
    const start = this.#given.length
    const added = this.#given.take(messages)
    const own = added.flatMap(
      (message) => this.#sent.originalsOf(message) ?? [this.#originalOfMessage(message)],
    )
    if (this.#isAsItCame && own.length === added.length && beginsWith(added, own)) this.#unfolded = messages
    else {
      this.#unfolded = (this.#isAsItCame ? messages.slice(0, start) : this.#unfolded).concat(own)
      this.#isAsItCame = false
    }
    return this.#unfolded
  }

  #originalOfMessage(message: Message): Message {
    const parts = message.parts.map((part) => this.#originalOf(part))
    return beginsWith(message.parts, parts) ? message : { ...message, parts }
  }

  #originalOf(part: Part): Part {
    const original = this.#originals.get(part.key)
    if (original === undefined || original.text === part.text) return part
    return this.#shown.get(part.key)?.has(part.text) === true ? original : part
  }
}
