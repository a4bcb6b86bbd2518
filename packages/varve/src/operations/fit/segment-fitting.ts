import { withoutUndefined } from '@varve/core'
import {
  createFidelity,
  FB2_RULES,
  type Fidelity,
  type Message,
  messageTokens,
  type PolicyContext,
  type Transcript,
  type View,
} from '@varve/core/fidelity'
import { engineOptions } from './engine-options.ts'
import type { CallSize, FitSettings } from './fitted-session.ts'

/** A session’s engine on its way through the calls of one segment, and how large each window was. */
export class SegmentFitting {
  readonly fidelity: Fidelity
  readonly sizes: CallSize[] = []
  /** Of the last call, and of the one before; that is gone where a replay goes through the segment. */
  view: View | undefined
  before: View | undefined
  passes = 0
  readonly #settings: FitSettings
  readonly #sessionId: string
  readonly #isReplay: boolean
  #counted = 0
  #call = 1
  #raw = FB2_RULES.overhead

  /** Its decisions go into the store of the settings where the segment is the one that is looked at. */
  constructor(transcript: Transcript, settings: FitSettings, isLookedAt: boolean, replayed?: PolicyContext) {
    const { store } = settings
    const kept = isLookedAt ? withoutUndefined({ store }) : {}
    this.fidelity = createFidelity({
      ...engineOptions(settings, transcript),
      ...kept,
      ...(replayed && withoutUndefined({ facts: replayed.facts, viewGrows: true })),
    })
    this.#isReplay = replayed !== undefined
    this.#settings = settings
    this.#sessionId = transcript.sessionId
  }

  /** The view of a call; its window begins with that of the call before. */
  step(messages: readonly Message[]): View {
    const overhead = { tokens: FB2_RULES.overhead, hash: 'replay' }
    const view = this.fidelity.prepare({ window: { messages, overhead, sessionId: this.#sessionId } })
    for (const [place, message] of messages.slice(this.#counted).entries()) {
      this.#raw += messageTokens(message, this.#settings.counter)
      // As `callNumber` counts: an assistant's first message answers no call.
      if (message.role === 'assistant' && this.#counted + place >= 1) this.#call++
    }
    this.#counted = messages.length
    this.passes += view.passes.length
    if (!this.#isReplay) this.before = this.view
    this.view = view
    const { pass } = view
    this.sizes.push({ call: this.#call, raw: this.#raw, shown: view.tokens, ...(pass && { pass }) })
    return view
  }
}
