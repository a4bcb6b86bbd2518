import { est2 } from '../../counters/est2.ts'
import type { TokenCounter } from '../../ports/token-counter.ts'
import type { Pass, Trigger } from '../ledger/decision.ts'
import { Ledger, type LedgerState } from '../ledger/ledger.ts'
import { measureView } from '../ledger/measure-view.ts'
import { renderView } from '../ledger/render-view.ts'
import { SessionParts } from '../ledger/session-parts.ts'
import type { Hint } from '../model/hint.ts'
import type { Level, Message, Window } from '../model/message.ts'
import { FactsBook } from '../model/part-facts.ts'
import { type CamConfig, camConfig } from './cam-config.ts'
import { mergePlaceholders } from './merge-placeholders.ts'
import { MessageWords, plainWords, terms } from './message-words.ts'
import { planCamPass } from './plan-cam-pass.ts'

export interface CamSessionOptions {
  /** Tokens that the model takes, without those of its answer. */
  readonly budget: number
  readonly config?: Partial<CamConfig>
  readonly counter?: TokenCounter
  /** The host keeps its memory elsewhere: nothing is scored (INV-11). */
  readonly memoryFirst?: boolean
  readonly ledger?: LedgerState
}

export interface CamInput {
  /** The final window of a call: all insertions are made (INV-01). */
  readonly window: Window
  readonly query?: string
  readonly hints?: readonly Hint[]
}

export interface CamView {
  readonly messages: readonly Message[]
  readonly tokens: number
  readonly levels: Readonly<Record<Level, number>>
  /** What was decided for this call: scored once a turn, and graded anew where that is not enough. */
  readonly passes: readonly Pass[]
}

/** Keeps one session's window by the profile `cam`. Off unless its `enabled` is set. */
export class CamSession {
  readonly #options: CamSessionOptions
  readonly #config: CamConfig
  readonly #facts: FactsBook
  readonly #words: MessageWords
  readonly #ledger: Ledger
  readonly #parts = new SessionParts()
  #isScored = false
  #isRegraded = false

  constructor(options: CamSessionOptions) {
    this.#options = options
    this.#config = camConfig(options.config)
    this.#facts = new FactsBook(options.counter ?? est2)
    this.#words = new MessageWords(this.#config.compat ? plainWords : terms)
    this.#ledger = new Ledger(options.ledger)
  }

  /** Whether this turn's second look was taken (INV-06). */
  get isRegradedThisTurn(): boolean {
    return this.#isRegraded
  }

  /** Begins a turn: what a person says next is scored, and may be graded anew. */
  advanceTurn(): void {
    this.#isScored = false
    this.#isRegraded = false
  }

  /** The view to send for the next call. */
  prepare(input: CamInput): CamView {
    const { window } = input
    if (!this.#config.enabled || this.#options.memoryFirst === true) return untouched(window)
    const messages = this.#parts.unfold(window.messages)
    const passes = [...this.#scoreOnce(input, messages), ...this.#regradeOnce(input, messages)]
    const size = measureView(window, messages, this.#facts, this.#ledger)
    return { ...size, messages: mergePlaceholders(renderView(messages, this.#ledger), this.#ledger), passes }
  }

  #scoreOnce(input: CamInput, messages: readonly Message[]): readonly Pass[] {
    const { when, compat, score_threshold } = this.#config
    const isAlways = compat || when === 'always'
    if (this.#isScored || !(isAlways || this.#pressure(input, messages) > score_threshold)) return []
    this.#isScored = true
    return this.#pass(input, messages, 'budget')
  }

  #regradeOnce(input: CamInput, messages: readonly Message[]): readonly Pass[] {
    if (this.#isRegraded || this.#pressure(input, messages) <= this.#config.regrade_threshold) return []
    this.#isRegraded = true
    return this.#pass(input, messages, 'regrade')
  }

  /** The share of the budget that is used. */
  #pressure({ window }: CamInput, messages: readonly Message[]): number {
    return this.#tokens(window, messages) / this.#options.budget
  }

  #tokens(window: Window, messages: readonly Message[]): number {
    return measureView(window, messages, this.#facts, this.#ledger).tokens
  }

  #pass({ window, query, hints }: CamInput, messages: readonly Message[], trigger: Trigger): readonly Pass[] {
    const before = this.#tokens(window, messages)
    const decisions = planCamPass({
      messages,
      ledger: this.#ledger,
      config: this.#config,
      counter: this.#facts.counter,
      words: this.#words,
      allowUpgrade: trigger === 'regrade',
      keepsReasoning: window.keepsReasoning === true,
      ...(query === undefined ? {} : { query }),
      ...(hints === undefined ? {} : { hints }),
    })
    const [first] = decisions
    if (first === undefined) return []
    this.#parts.keep(messages, decisions)
    const reclaimed = decisions.reduce((sum, { gain }) => sum + gain, 0)
    const call = messages.filter(({ role }) => role === 'assistant').length
    const facts = { call, trigger, profile: 'cam', before, after: before - reclaimed, reclaimed }
    return [this.#ledger.append({ ...facts, firstChanged: first.key }, decisions)]
  }

  /** All decisions, as data that another process can go on with. */
  state(): LedgerState {
    return this.#ledger.state()
  }
}

function untouched({ messages, overhead }: Window): CamView {
  return { messages, tokens: overhead.tokens, levels: { full: 0, compressed: 0, placeholder: 0 }, passes: [] }
}
