import type { Issue } from '../../domain/issue.ts'
import type { Explanation } from '../default/explain-parts.ts'
import type { Handoff, HandoffOptions } from '../handoff/hand-off.ts'
import { undoLastPass } from '../ledger/restore-parts.ts'
import type { Part } from '../model/message.ts'
import type { RecallOptions } from '../recall/recall-text.ts'
import type { PrefetchReport } from '../written/written-texts.ts'
import { rearmed } from './breaker.ts'
import { type BudgetStep, camPlanner } from './cam-planner.ts'
import { defaultPlanner } from './default-planner.ts'
import { explainSession, handOffSession, pinnedParts } from './describe-session.ts'
import type { FidelityOptions, PrepareInput, View } from './fidelity-options.ts'
import { type Fitting, fitWindow, untouched } from './fit-window.ts'
import { LiveSession } from './live-session.ts'
import { type PassPlan, planOf, requireFresh } from './pass-plan.ts'
import type { Planner } from './planner.ts'
import { type PrefetchOptions, prefetchTexts } from './prefetch-texts.ts'
import { type RecallResult, recallPart } from './recall-part.ts'
import { reportUsage, type UsageReport } from './report-usage.ts'
import { nextTurn } from './session-memory.ts'
import type { SessionState } from './session-state.ts'
import { viewHash } from './view-hash.ts'
import { windowIssue } from './window-issues.ts'

/** A session's window, kept within its budget. */
export function createFidelity(options: FidelityOptions): Fidelity {
  return new Fidelity(options)
}

/**
 * Keeps one session's window within its budget, by the profile `default` unless `cam` is chosen. What is given in is
 * never changed; all that is left out can be read back, and comes back as it was.
 */
export class Fidelity {
  readonly #options: FidelityOptions
  readonly #live: LiveSession
  readonly #cam: ReturnType<typeof camPlanner> | undefined
  readonly #planner: Planner

  constructor(options: FidelityOptions) {
    this.#options = options
    this.#live = new LiveSession(options)
    this.#cam = options.profile === 'cam' ? camPlanner(options.cam) : undefined
    this.#planner = this.#cam ?? defaultPlanner
  }

  get sessionId(): string {
    return this.#options.sessionId
  }

  /** The view to send for the next call. Between two passes each view begins with the bytes of the one before. */
  prepare(input: PrepareInput): View {
    return this.#guarded(input, (fitting) => fitting.run())
  }

  /** What the next call would decide. Nothing is recorded. */
  plan(input: PrepareInput): PassPlan {
    return planOf(this.#live, this.#planner, input)
  }

  /** Records a plan. Throws `stale_plan` where something was decided since. */
  commit(plan: PassPlan): View {
    requireFresh(plan, this.#live)
    return this.prepare(plan.input)
  }

  /** The budget manager of the profile `cam`: grades anew, prunes, or says that the host must compact. */
  maybeCompact(input: PrepareInput): { readonly step: Omit<BudgetStep, 'proposal'>; readonly view: View } {
    const cam = this.#cam
    let step: Omit<BudgetStep, 'proposal'> = { tier: 'none' }
    if (cam === undefined) return { step, view: this.prepare(input) }
    const manager: Pick<Planner, 'propose' | 'hasMore'> = {
      propose: (call, session) => {
        const { proposal, ...rest } = cam.manage(call, session)
        step = rest
        return proposal
      },
      // What is graded anew may still be too large.
      hasMore: () => step.tier === 'regrade',
    }
    const view = this.#guarded(input, (fitting) => fitting.runWith(manager))
    return { step, view }
  }

  /** An engine that fails costs nothing but its own work: the window goes out as it came (CAM-08). */
  #guarded(input: PrepareInput, act: (fitting: Fitting) => View): View {
    const { profile, memoryFirst, strict } = this.#options
    if (profile === 'off' || memoryFirst === true) return untouched(input.window)
    try {
      return act(fitWindow(this.#live, this.#planner, input))
    } catch (error) {
      if (strict === true) throw error
      const reason = error instanceof Error ? error.message : String(error)
      const issue = windowIssue('view_failed', `the window is sent as it is: ${reason}`, [
        input.window.sessionId,
      ])
      return { ...untouched(input.window), issues: [issue] }
    }
  }

  /** Why each part of the last window is shown as it is: one row a part. */
  explain(): readonly Explanation[] {
    return explainSession(this.#live)
  }

  /** The part that a key or handle stands for, as it was. */
  original(keyOrHandle: string): Part | undefined {
    return this.#live.find(this.#live.keyOf(keyOrHandle))
  }

  /** The handle of a part: the one that its placeholder tells, where it has one. */
  handleOf(key: string): string {
    return this.#live.handles.of(key)
  }

  /** The text that a handle stands for, or the lines asked for. It is data, whatever it says. */
  recall(handle: string, options: RecallOptions = {}): RecallResult {
    return recallPart(this.#live, handle, options)
  }

  /** Shows parts in full again from the next view on. */
  restore(chosen: string | ((part: Part) => boolean), reason = 'asked'): void {
    const live = this.#live
    const key = typeof chosen === 'string' ? live.keyOf(chosen) : undefined
    const parts = live.window?.messages.flatMap((message) => message.parts) ?? []
    live.restore(
      parts.filter((part) => (typeof chosen === 'function' ? chosen(part) : part.key === key)),
      reason,
    )
  }

  /** Takes back the newest pass that wasn’t taken back yet: what it elided is shown as it was before. */
  undo(): void {
    const pass = undoLastPass(this.#live.ledger)
    if (pass !== undefined) this.#live.keep(pass)
  }

  /** Keeps what a rule names in full, from now on: `key:…`, `handle:…`, `tool:<glob>`, `path:<glob>`. */
  pin(rule: string): void {
    const live = this.#live
    const named = live.ruleOf(rule)
    const { pins, unpinned } = live.memory
    live.memory = {
      ...live.memory,
      pins: [...pins.filter((each) => each !== named), named],
      unpinned: unpinned.filter((each) => each !== named),
    }
    const pinned = pinnedParts(live)
      .filter(([, by]) => by === named)
      .map(([part]) => part)
    live.restore(pinned, `pinned:${named}`)
  }

  /** From the next pass on, the rule keeps nothing. */
  unpin(rule: string): void {
    const live = this.#live
    const named = live.ruleOf(rule)
    const pins = live.memory.pins.filter((each) => each !== named)
    live.memory = {
      ...live.memory,
      ...rearmed(live.memory),
      pins,
      unpinned: [...live.memory.unpinned, named],
    }
  }

  /** The pinned parts of the last window, each with its rule. */
  pins(): readonly { readonly key: string; readonly rule: string; readonly tokens: number }[] {
    return pinnedParts(this.#live).map(([part, rule]) => ({
      key: part.key,
      rule,
      tokens: this.#live.facts.of(part).tokens,
    }))
  }

  /** Takes in what the provider reported of the last call. */
  report(usage: unknown): UsageReport {
    const live = this.#live
    const size = live.window === undefined ? { tokens: 0, raw: 0 } : live.read(live.window).size
    const tokens = live.memory.cache.sent ?? size.tokens
    const { report, memory } = reportUsage(usage, {
      ...size,
      tokens,
      options: this.#options,
      memory: live.memory,
    })
    live.memory = memory
    if (report.miss !== undefined) this.#options.on?.({ kind: 'bust', ...report.miss })
    return { ...report, issues: live.newly(report.issues) }
  }

  /** The provider refused a view that the engine had changed: the window goes out as it is for the rest of the session. */
  refused(reason: string): readonly Issue[] {
    const live = this.#live
    live.memory = { ...live.memory, isRefused: true }
    const message = `the provider refused a fitted window (view ${viewHash(live)}): ${reason}`
    const issues = live.issue('provider_rejected_view', message)
    live.remember()
    return issues
  }

  /** Parts the last window for a hard compaction, which the host makes: what to summarise, and what stays. */
  handoff(options: HandoffOptions = {}): Handoff {
    return handOffSession(this.#live, options)
  }

  /** The host has put a summary in the place of messages. What they held can still be read back. */
  handoffDone(done: { readonly summaryKey: string; readonly replaced: readonly string[] }): void {
    const live = this.#live
    live.parts.keepAll(live.window?.messages ?? [], done.replaced)
    const handedOff = [...new Set([...live.memory.handedOff, ...done.replaced])]
    live.memory = { ...live.memory, futile: 0, exhaustedAt: undefined, tooLittle: undefined, handedOff }
  }

  /** Begins a turn. A new message of a person does so by itself. */
  advanceTurn(): void {
    this.#live.memory = nextTurn(this.#live.memory)
  }

  /** Whether this turn's second look was taken (INV-06). */
  get isRegradedThisTurn(): boolean {
    return this.#live.memory.isRegraded
  }

  /** Names parts that are put in for this turn alone; before `prepare`, so that they are counted and exempt (INV-01). */
  inject(keys: readonly string[]): readonly Issue[] {
    const live = this.#live
    live.memory = { ...live.memory, injected: [...live.memory.injected, ...keys] }
    if (!live.memory.isPrepared) return []
    return [
      windowIssue(
        'late_injection',
        'put in after the view of this turn was made: it counts from the next one',
        keys,
      ),
    ]
  }

  /** Asks models beforehand for what the next pass may use. A pass waits for nothing. */
  async prefetch(options: PrefetchOptions): Promise<PrefetchReport> {
    return prefetchTexts(this.#live, options)
  }

  /** All that is known, as data that another process can go on with. */
  state(): SessionState {
    return this.#live.state()
  }
}
