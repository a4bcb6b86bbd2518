import { est2 } from '../../counters/est2.ts'
import type { Issue } from '../../domain/issue.ts'
import { PRESETS, TUNING, type Tuning } from '../default/tuning.ts'
import type { Pass, Trigger } from '../ledger/decision.ts'
import { Ledger } from '../ledger/ledger.ts'
import { measureView, type Size } from '../ledger/measure-view.ts'
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
import { type WindowIssueCode, windowIssue } from './window-issues.ts'

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
  #redact: ((text: string) => string) | undefined
  #pending: readonly Issue[] = []
  #isChanged = false

  constructor(options: FidelityOptions) {
    this.options = options
    this.tuning = { ...TUNING, ...PRESETS[options.preset ?? 'balanced'], ...options.tuning }
    this.facts = new FactsBook(options.counter ?? est2)
    this.handles = new Handles(options.sessionId)
    this.#redact = options.redact
    this.written = new WrittenTexts(options.store)
    const state = options.ledger ?? this.#stored()
    this.ledger = new Ledger(state)
    // In their order, so that a session that goes on elsewhere keeps its handles.
    for (const { key } of state?.decisions ?? []) this.handles.of(key)
    this.memory = rememberedOf(state, options.sessionId)
  }

  #stored(): SessionState | undefined {
    try {
      return this.options.store?.load(this.options.sessionId)
    } catch {
      return undefined
    }
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
    const size = measureView(window, messages, this.facts, this.ledger)
    return {
      window,
      size,
      calls: messages.filter(({ role }) => role === 'assistant').length,
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
    this.memory = { ...begun, ...this.#pinsFromOutside(), turn }
  }

  #pinsFromOutside(): Partial<SessionMemory> {
    try {
      return this.options.store?.findPins?.(this.options.sessionId) ?? {}
    } catch {
      return {}
    }
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

  /** Puts a recorded pass into the store. */
  keep(pass: Pass): boolean {
    const { store, sessionId } = this.options
    this.#isChanged = true
    if (store === undefined) return true
    try {
      if (store.append(sessionId, keptPass(this, pass), this.state()) === 'kept') return true
      const stored = store.load(sessionId)
      if (stored !== undefined) this.#reload(stored)
      return false
    } catch (error) {
      this.#pending = [...this.#pending, volatile(sessionId, error)]
      return true
    }
  }

  /** Puts what the session goes by into the store: what must outlive the process though no pass is made. */
  remember(): void {
    const { store, sessionId } = this.options
    try {
      store?.remember?.(sessionId, this.state())
    } catch (error) {
      this.#pending = [...this.#pending, volatile(sessionId, error)]
    }
  }

  /** What happened aside and wasn't told yet. */
  issues(): readonly Issue[] {
    const issues = this.#pending
    this.#pending = []
    return issues
  }

  /** Whether a decision was made since this was asked last. */
  isChanged(): boolean {
    const isChanged = this.#isChanged
    this.#isChanged = false
    return isChanged
  }

  /** A window's size, where something may have been restored since it was opened. */
  resized(call: Call): Size {
    return this.#isChanged ? this.size(call.window) : call.size
  }

  /** Tokens as the provider counts them, from which a window must be compacted. */
  get hardMark(): number {
    return this.tuning.hardRatio * this.options.budget
  }

  size(window: Window): Size {
    return measureView(window, window.messages, this.facts, this.ledger)
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

  /** A part that only the store still has. */
  storedText(key: string): string | undefined {
    try {
      return this.options.store?.findOriginal(this.options.sessionId, key)
    } catch {
      return undefined
    }
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
    const before = this.size(window).tokens
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

function volatile(sessionId: string, error: unknown): Issue {
  const reason = error instanceof Error ? error.message : String(error)
  const message = `decisions are kept in memory alone, because the store failed: ${reason}`
  return windowIssue('ledger_volatile', message, [sessionId])
}
