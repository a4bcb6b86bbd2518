import { est2 } from '../../counters/est2.ts'
import type { Issue } from '../../domain/issue.ts'
import { createRedactor } from '../../learn/redact/create-redactor.ts'
import { type PassProposal, planDefaultPass } from '../default/plan-default-pass.ts'
import { PRESETS, TUNING, type Tuning, type Watermarks, watermarks } from '../default/tuning.ts'
import type { DraftDecision, Pass, Trigger } from '../ledger/decision.ts'
import { Ledger, type LedgerState } from '../ledger/ledger.ts'
import { measureView, type Size } from '../ledger/measure-view.ts'
import { renderView } from '../ledger/render-view.ts'
import { restoreParts, undoLastPass } from '../ledger/restore-parts.ts'
import { SessionParts } from '../ledger/session-parts.ts'
import { Handles } from '../model/handle.ts'
import type { Message, Part, Window } from '../model/message.ts'
import { FactsBook } from '../model/part-facts.ts'
import type { FidelityOptions, PrepareInput, View } from './fidelity-options.ts'
import { FutilePasses } from './futile-passes.ts'
import { type Refusal, refusePass } from './pass-gates.ts'

/**
 * Keeps one session's window within its budget, by the profile `default`. What is given in is never changed; all
 * that is left out can be read back, and comes back as it was.
 */
export class Fidelity {
  readonly #options: FidelityOptions
  readonly #tuning: Tuning
  readonly #marks: Watermarks
  readonly #facts: FactsBook
  readonly #ledger: Ledger
  readonly #handles: Handles
  readonly #parts = new SessionParts()
  readonly #futile = new FutilePasses()
  #redact: ((text: string) => string) | undefined
  #messages: readonly Message[] = []
  /** Of the last view. */
  #tokens = 0
  /** Where a pass last found too little to leave out. */
  #tooLittle: { readonly used: number; readonly calls: number } | undefined

  constructor(options: FidelityOptions) {
    this.#options = options
    this.#tuning = { ...TUNING, ...PRESETS[options.preset ?? 'balanced'], ...options.tuning }
    this.#marks = watermarks(options, this.#tuning)
    this.#facts = new FactsBook(options.counter ?? est2)
    this.#ledger = new Ledger(options.ledger)
    this.#handles = new Handles(options.sessionId)
    this.#redact = options.redact
    // In their order, so that a session that goes on elsewhere keeps its handles.
    for (const { key } of this.#ledger.state().decisions) this.#handles.of(key)
  }

  /** The view to send for the next call. Between two passes each view begins with the bytes of the one before. */
  prepare({ window, isCold = false }: PrepareInput): View {
    if (this.#isOff()) return untouched(window)
    const messages = this.#parts.unfold(window.messages)
    this.#messages = messages
    const size = measureView(window, messages, this.#facts, this.#ledger)
    const calls = messages.filter(({ role }) => role === 'assistant').length
    const due = this.#triggerOf(size.tokens, isCold)
    const isHopeless = due !== 'hard' && this.#foundTooLittle(size.tokens, calls)
    const opened = { ...window, messages }
    const outcome = due === undefined || isHopeless ? {} : this.#tryPass(opened, size.tokens, calls, due)
    const now = outcome.pass === undefined ? size : measureView(window, messages, this.#facts, this.#ledger)
    this.#tokens = now.tokens
    return this.#view(window, messages, now, calls, outcome)
  }

  #isOff(): boolean {
    return this.#options.profile === 'off' || this.#options.memoryFirst === true
  }

  #triggerOf(used: number, isCold: boolean): Trigger | undefined {
    if (this.#futile.isExhausted(used, this.#options.budget)) return undefined
    if (used > this.#marks.hard) return 'hard'
    if (used > this.#marks.high) return isCold ? 'cold' : 'budget'
    return isCold && used > this.#marks.low + this.#minReclaim() ? 'cold' : undefined
  }

  /** Whether hardly anything came since: then there is no need to look again. */
  #foundTooLittle(used: number, calls: number): boolean {
    if (this.#tooLittle === undefined) return false
    const { used: before, calls: then } = this.#tooLittle
    return used < before + this.#minReclaim() / 4 && calls < then + this.#tuning.minAgeCalls
  }

  #minReclaim(): number {
    return this.#tuning.minReclaim ?? Math.max(4000, this.#options.budget / 20)
  }

  #tryPass(window: Window, before: number, calls: number, trigger: Trigger): Outcome {
    const { messages } = window
    const proposal = this.#plan(window, before)
    if (trigger === 'hard') this.#futile.record(before, proposal.after)
    const refusal = this.#refuse(messages, proposal, before, calls, trigger)
    this.#tooLittle = refusal?.kind === 'too-little' ? { used: before, calls } : undefined
    if (refusal === undefined) {
      const pass = this.#commit(messages, proposal.decisions, {
        before,
        after: proposal.after,
        calls,
        trigger,
      })
      return { pass, isFloor: proposal.isFloor && proposal.after > this.#marks.low }
    }
    return refusal.kind === 'too-dear' ? { postponed: { need: refusal.need, have: refusal.have } } : {}
  }

  #plan({ messages, keepsReasoning }: Window, before: number): PassProposal {
    const { budget, recall = 'handle', workingDirectory } = this.#options
    this.#redact ??= redactor()
    const request = {
      messages,
      ledger: this.#ledger,
      facts: this.#facts,
      tuning: keepsReasoning === true ? { ...this.#tuning, reasoning: 'keep' as const } : this.#tuning,
      budget,
      recall,
      redact: this.#redact,
      handleOf: (key: string) => this.#handles.of(key),
      workingDirectory,
    }
    return planDefaultPass(request, before, this.#marks.low)
  }

  #refuse(
    messages: readonly Message[],
    { decisions, after }: PassProposal,
    before: number,
    calls: number,
    trigger: Trigger,
  ): Refusal | undefined {
    if (decisions.length === 0) return { kind: 'too-little' }
    if (trigger === 'hard') return undefined
    const last = this.#ledger.lastPass
    return refusePass({
      before,
      after,
      calls,
      rewritten: this.#rewritten(messages, decisions, after),
      callsSincePass: last === undefined ? Number.POSITIVE_INFINITY : calls - last.call,
      minReclaim: this.#minReclaim(),
      minCallsBetweenPasses: this.#tuning.minCallsBetweenPasses,
      prices: this.#options.prices,
      expectedCalls: this.#options.expectedCalls,
      isCold: trigger === 'cold',
    })
  }

  /** Tokens of the new view from its first change on. */
  #rewritten(messages: readonly Message[], decisions: readonly DraftDecision[], after: number): number {
    const changed = new Set(decisions.map(({ key }) => key))
    const first = messages.findIndex(({ parts }) => parts.some(({ key }) => changed.has(key)))
    const start: Window = { messages: [], overhead: { tokens: 0, hash: '' }, sessionId: '' }
    return after - measureView(start, messages.slice(0, first), this.#facts, this.#ledger).tokens
  }

  #commit(messages: readonly Message[], decisions: readonly DraftDecision[], facts: PassFacts): Pass {
    this.#parts.keep(messages, decisions)
    const changed = new Set(decisions.map(({ key }) => key))
    const keys = messages.flatMap(({ parts }) => parts.map(({ key }) => key))
    const { before, after, calls, trigger } = facts
    const firstChanged = keys.find((key) => changed.has(key)) ?? ''
    const pass = {
      call: calls,
      trigger,
      profile: 'default',
      before,
      after,
      reclaimed: before - after,
      firstChanged,
    }
    return this.#ledger.append(pass, decisions)
  }

  #view(window: Window, messages: readonly Message[], size: Size, calls: number, outcome: Outcome): View {
    const { pass, postponed, isFloor } = outcome
    return {
      messages: renderView(messages, this.#ledger),
      tokens: size.tokens,
      calls,
      levels: size.levels,
      ...(pass === undefined ? {} : { pass }),
      ...(postponed === undefined ? {} : { postponed }),
      ...(size.tokens > this.#marks.hard ? { advice: 'handoff' } : {}),
      issues: isFloor === true ? [floorReached(window, size.tokens, this.#marks.low)] : [],
    }
  }

  /** The part that a key or handle stands for, as it was. */
  original(keyOrHandle: string): Part | undefined {
    const key = this.#keyOf(keyOrHandle)
    const kept = this.#parts.find(key)
    if (kept !== undefined) return kept
    return this.#messages.flatMap(({ parts }) => parts).find((part) => part.key === key)
  }

  #keyOf(keyOrHandle: string): string {
    return this.#handles.find(keyOrHandle) ?? keyOrHandle
  }

  /** Shows parts in full again from the next view on. */
  restore(chosen: string | ((part: Part) => boolean), reason = 'asked'): void {
    const key = typeof chosen === 'string' ? this.#keyOf(chosen) : undefined
    const parts = this.#messages.flatMap((message) => message.parts)
    const restored = parts.filter((part) => (typeof chosen === 'function' ? chosen(part) : part.key === key))
    const decisions = restoreParts(restored, this.#ledger, this.#facts, reason)
    if (decisions.length === 0) return
    const calls = this.#messages.filter(({ role }) => role === 'assistant').length
    const gain = decisions.reduce((sum, decision) => sum + decision.gain, 0)
    const before = this.#tokens
    this.#commit(this.#messages, decisions, { before, after: before - gain, calls, trigger: 'restore' })
  }

  /** Takes back the last pass: what it elided is shown as it was before. */
  undo(): void {
    undoLastPass(this.#ledger)
  }

  /** All decisions, as data that another process can go on with. */
  state(): LedgerState {
    return this.#ledger.state()
  }
}

interface Outcome {
  readonly pass?: Pass
  readonly postponed?: { readonly need: number; readonly have: number }
  readonly isFloor?: boolean
}

interface PassFacts {
  readonly before: number
  readonly after: number
  readonly calls: number
  readonly trigger: Trigger
}

function redactor(): (text: string) => string {
  const { redact } = createRedactor()
  return (text) => redact(text).text
}

function untouched({ messages, overhead }: Window): View {
  const levels = { full: 0, compressed: 0, placeholder: 0 }
  return { messages, tokens: overhead.tokens, calls: 0, levels, issues: [] }
}

function floorReached(window: Window, tokens: number, low: number): Issue {
  return {
    code: 'floor_reached',
    severity: 'info',
    subjects: [window.sessionId],
    message: `the window has ${tokens} tokens with all left out that may be; the target is ${Math.round(low)}`,
    fix: [],
  }
}
