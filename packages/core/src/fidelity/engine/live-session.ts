import { est2 } from '../../counters/est2.ts'
import type { Issue } from '../../domain/issue.ts'
import { PRESETS, TUNING, type Tuning } from '../default/tuning.ts'
import type { Pass, Trigger } from '../ledger/decision.ts'
import { KnownWindow, type WindowReading } from '../ledger/known-window.ts'
import { Ledger } from '../ledger/ledger.ts'
import { restoreParts } from '../ledger/restore-parts.ts'
import { SessionParts } from '../ledger/session-parts.ts'
import { Handles } from '../model/handle.ts'
import type { Message, Part, Window } from '../model/message.ts'
import { FactsBook } from '../model/part-facts.ts'
import { calibration } from '../usage/calibration.ts'
import { WrittenTexts } from '../written/written-texts.ts'
import { builtInRedactor } from './built-in-redactor.ts'
import { callHints, callNumber, isCold } from './call-facts.ts'
import type { FidelityOptions, PrepareInput } from './fidelity-options.ts'
import { firstChanged, keptPass } from './kept-pass.ts'
import type { Call, Proposal, Session } from './planner.ts'
import { rememberedOf } from './remembered.ts'
import { nextTurn, type SessionMemory } from './session-memory.ts'
import type { SessionState } from './session-state.ts'
import { SessionStore } from './session-store.ts'
import { PairCheck, type WindowIssueCode, windowIssue } from './window-issues.ts'

/** What one session knows and decided: the only thing in the engine that changes. */
export class LiveSession {
  readonly options: FidelityOptions
  readonly tuning: Tuning
  readonly facts: FactsBook
  readonly handles: Handles
  readonly parts = new SessionParts()
  readonly written: WrittenTexts
  ledger: Ledger
  memory: SessionMemory
  /** As it last came in, with originals for renderings. */
  window: Window | undefined
  readonly store: SessionStore
  readonly pairs = new PairCheck()
  readonly #known: KnownWindow
  #redact: ((text: string) => string) | undefined
  #isChanged = false

  constructor(options: FidelityOptions) {
    this.options = options
    this.tuning = { ...TUNING, ...PRESETS[options.preset ?? 'balanced'], ...options.tuning }
    this.facts = options.facts ?? new FactsBook(options.counter ?? est2)
    this.handles = new Handles(options.sessionId)
    this.#redact = options.redact
    this.written = new WrittenTexts(options.store)
    this.store = new SessionStore(options.store, options.sessionId)
    const state = options.ledger ?? this.store.load()
    this.ledger = new Ledger(state)
    this.#known = new KnownWindow(this.facts, this.ledger, options.viewGrows)
    // In their order, so that a session that goes on elsewhere keeps its handles.
    for (const { key } of state?.decisions ?? []) this.handles.of(key)
    this.memory = rememberedOf(state, options.sessionId)
  }

  redact = (text: string): string => {
    this.#redact ??= builtInRedactor()
    return this.#redact(text)
  }

  /** The call that a window is for. Nothing changes but what was read of its texts. */
  open(input: PrepareInput, memory = this.memory): Call {
    const { query, force } = input
    const messages = this.parts.unfold(input.window.messages)
    const window = messages === input.window.messages ? input.window : { ...input.window, messages }
    const { size, calls } = this.read(window)
    return {
      window,
      size,
      calls,
      k: calibration(memory.ratios, this.options.calibration),
      isCold: isCold(input, memory, this.options),
      query,
      hints: callHints(input, messages, this.options, this.tuning),
      force,
    }
  }

  /** A new message of a person begins a turn, whether or not the host says so. */
  beginTurn(messages: readonly Message[]): void {
    const turn = messages.findLast((message) => message.human)?.parts[0]?.key
    if (turn === undefined || turn === this.memory.turn) return
    const begun = this.memory.turn === undefined ? this.memory : nextTurn(this.memory)
    this.written.beginTurn()
    this.memory = { ...begun, ...this.store.findPins(), turn }
  }

  /** What a planner may go by. */
  session(memory = this.memory): Session {
    const { options, tuning, ledger, facts, redact } = this
    return {
      options,
      tuning,
      ledger,
      facts,
      memory,
      redact,
      handleOf: (key) => this.handles.of(key),
      writtenBy: (key) => this.written.textOf(key),
      semanticOf: this.written.relevance(),
    }
  }

  /** Writes a pass into the ledger, and into the store where there is one. */
  record(window: Window, proposal: Pick<Proposal, 'decisions' | 'before' | 'after'>, trigger: Trigger): Pass {
    const { decisions, before, after } = proposal
    const { messages } = window
    this.parts.keep(messages, decisions)
    const draft = {
      call: callNumber(messages),
      trigger,
      profile: this.options.profile ?? 'default',
      before,
      after,
      reclaimed: before - after,
      firstChanged: firstChanged(messages, decisions),
    }
    return this.ledger.append(draft, decisions)
  }

  /** Records a pass; nothing where another process has decided since, whose decisions then hold. */
  write(window: Window, proposal: Proposal, trigger: Trigger): Pass | undefined {
    const pass = this.record(window, proposal, trigger)
    return this.keep(pass) ? pass : undefined
  }

  /** Puts a recorded pass into the store; false where another process has decided since, whose decisions then hold. */
  keep(pass: Pass): boolean {
    this.#isChanged = true
    const kept = this.store.append(
      () => keptPass(this, pass),
      () => this.state(),
    )
    if (kept === 'kept') return true
    if (kept.instead !== undefined) this.#reload(kept.instead)
    return false
  }

  /** Puts what the session goes by into the store: what must outlive the process though no pass is made. */
  remember(): void {
    this.store.remember(() => this.state())
  }

  /** Whether a decision was made since this was asked last. */
  isChanged(): boolean {
    const isChanged = this.#isChanged
    this.#isChanged = false
    return isChanged
  }

  /** Tokens as the provider counts them, from which a window must be compacted. */
  get hardMark(): number {
    return this.tuning.hardRatio * this.options.budget
  }

  /** What a window counts under the decisions so far, and its view. */
  read(window: Window): WindowReading {
    return this.#known.read(window, this.ledger)
  }

  /** The part of a key, as it was. */
  find(key: string): Part | undefined {
    const kept = this.parts.find(key)
    if (kept !== undefined) return kept
    return this.window?.messages.flatMap(({ parts }) => parts).find((part) => part.key === key)
  }

  keyOf(keyOrHandle: string): string {
    return this.handles.find(keyOrHandle) ?? this.memory.oldHandles[keyOrHandle] ?? keyOrHandle
  }

  /** A rule for pins as it is kept: by key instead of by handle. */
  ruleOf(rule: string): string {
    return rule.startsWith('handle:') ? `key:${this.keyOf(rule.slice('handle:'.length))}` : rule
  }

  /** Shows parts in full from the next view on. */
  restore(parts: readonly Part[], reason: string): Pass | undefined {
    const { window } = this
    const decisions = restoreParts(parts, this.ledger, this.facts, reason)
    if (decisions.length === 0 || window === undefined) return undefined
    const before = this.read(window).size.tokens
    const after = before - decisions.reduce((sum, { gain }) => sum + gain, 0)
    const pass = this.record(window, { decisions, before, after }, 'restore')
    this.keep(pass)
    return pass
  }

  /** Issues that were not told yet. */
  newly(issues: readonly Issue[]): readonly Issue[] {
    const { reported } = this.memory
    const fresh = issues.filter(({ code }) => !reported.includes(code))
    if (fresh.length > 0)
      this.memory = { ...this.memory, reported: [...reported, ...fresh.map(({ code }) => code)] }
    return fresh
  }

  issue(code: WindowIssueCode, message: string): readonly Issue[] {
    return this.newly([windowIssue(code, message, [this.options.sessionId])])
  }

  state(): SessionState {
    return { ...this.ledger.state(), sessionId: this.options.sessionId, memory: this.memory }
  }

  #reload(state: SessionState): void {
    for (const { key } of state.decisions) this.handles.of(key)
    this.ledger = new Ledger(state)
  }
}
