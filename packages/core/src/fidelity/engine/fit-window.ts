import type { Issue } from '../../domain/issue.ts'
import { newViolations } from '../groups/new-violations.ts'
import { repairMessages } from '../groups/repair-messages.ts'
import type { Pass } from '../ledger/decision.ts'
import { undoPass } from '../ledger/restore-parts.ts'
import type { Message, Window } from '../model/message.ts'
import { bookCache } from './book-cache.ts'
import type { PrepareInput, View } from './fidelity-options.ts'
import type { LiveSession } from './live-session.ts'
import { type Call, nothing, type Planner, type Proposal, type Session } from './planner.ts'
import { watchImitation } from './watch-imitation.ts'
import { windowIssue } from './window-issues.ts'

/** One call of a session, on its way to its view. */
export interface Fitting {
  readonly run: () => View
  /** The same with another planner's proposals. */
  readonly runWith: (planner: Pick<Planner, 'propose' | 'hasMore'>) => View
}

/** A profile looks twice at most: it scores, and grades anew. */
const MOST_PASSES = 2

export function fitWindow(live: LiveSession, planner: Planner, input: PrepareInput): Fitting {
  const runWith = (deciding: Pick<Planner, 'propose' | 'hasMore'>): View => {
    live.beginTurn(input.window.messages)
    const call = live.open(input)
    live.window = call.window
    const { serverEdits } = input.window
    if (serverEdits !== undefined) return observed(live, call, input, serverEdits)
    if (live.memory.isRefused || input.isLate?.() === true) return sentRaw(live, call, input)
    const issues = [...watchImitation(live, call.window.messages)]
    const outcome = decide(live, deciding, input, call)
    if (outcome === 'late') return sentRaw(live, call, input, issues)
    const view = viewOf(live, planner, call, outcome)
    issues.push(...live.newly(outcome.issues))
    // A pass that was recorded is sent: only a view without one may still give way.
    if (view.passes.length === 0 && input.isLate?.() === true) return sentRaw(live, call, input, issues)
    const cache = bookCache(live, call, { view, isRaw: false, now: input.now })
    live.memory = { ...live.memory, isPrepared: true, cache }
    return { ...view, issues: [...view.issues, ...issues] }
  }
  return { run: () => runWith(planner), runWith }
}

interface Outcome {
  readonly passes: readonly Pass[]
  readonly postponed: Proposal['postponed']
  readonly issues: readonly Issue[]
}

function decide(
  live: LiveSession,
  planner: Pick<Planner, 'propose' | 'hasMore'>,
  input: PrepareInput,
  call: Call,
): Outcome | 'late' {
  const passes: Pass[] = []
  // Once a turn is soon enough.
  const issues: Issue[] = live.memory.isPrepared ? [] : [...live.pairs.find(call.window.messages)]
  let postponed: Proposal['postponed']
  let now = call
  for (let round = 0; round < MOST_PASSES; round++) {
    const proposal = proposeSafely(now, live.session(), planner.propose)
    if (passes.length === 0 && input.isLate?.() === true) return 'late'
    live.memory = proposal.memory
    issues.push(...proposal.issues)
    postponed = proposal.postponed
    if (proposal.trigger !== undefined) {
      const pass = live.write(now.window, proposal, proposal.trigger)
      if (pass !== undefined) passes.push(pass)
      if (pass !== undefined && proposal.trigger === 'regrade') {
        live.options.on?.({ kind: 'regrade', ratio: (now.size.tokens * now.k) / live.options.budget, pass })
      }
    }
    const isAgain = proposal.trigger !== undefined && passes.length === 0
    if (!isAgain && !planner.hasMore(live.memory)) break
    const { force: _, ...rest } = input
    now = live.open(rest)
  }
  if (postponed !== undefined) live.options.on?.({ kind: 'postponed', ...postponed })
  return { passes, postponed, issues: [...issues, ...live.store.issues()] }
}

function proposeSafely(call: Call, session: Session, propose: Planner['propose']): Proposal {
  return session.memory.isHalted ? nothing(call, session.memory) : propose(call, session)
}

function viewOf(live: LiveSession, planner: Planner, call: Call, { passes, postponed }: Outcome): View {
  const { window } = call
  const { size, view } = live.read(window)
  const messages = planner.finish(view, live)
  if (passes.length > 0 && breaks(live, window, messages)) return takenBack(live, planner, call, passes)
  // A replay sends no view back.
  if (live.options.viewGrows !== true)
    live.parts.keepView(window.messages, messages, live.ledger.decisionCount)
  const isRepaired = live.options.repair === true
  const pass = passes.at(-1)
  if (pass !== undefined) live.options.on?.({ kind: 'pass', pass, levels: size.levels })
  return {
    messages: isRepaired ? repairMessages(messages) : messages,
    tokens: size.tokens,
    raw: size.raw,
    used: Math.round(size.tokens * call.k),
    calls: call.calls,
    levels: size.levels,
    passes,
    ...(pass === undefined ? {} : { pass }),
    ...(postponed === undefined ? {} : { postponed }),
    ...(size.tokens * call.k > live.hardMark ? { advice: 'handoff' as const } : {}),
    issues: [],
  }
}

/** Checked where something was decided: what is appended to a valid view can't break it. */
function breaks(live: LiveSession, window: Window, view: readonly Message[]): boolean {
  const minAge = live.options.profile === 'cam' ? 0 : live.tuning.minAgeCalls
  return newViolations(window.messages, view, undefined, minAge).length > 0
}

/** The view without the passes of this call, and without any further one: something in them is wrong. */
function takenBack(live: LiveSession, planner: Planner, call: Call, passes: readonly Pass[]): View {
  if (live.options.strict === true) throw new RangeError('a view breaks what its window did not')
  live.memory = { ...live.memory, isHalted: true }
  for (const { pass } of passes.toReversed()) takeBack(live, pass)
  const isBroken = breaks(live, call.window, planner.finish(live.read(call.window).view, live))
  // What another process decided meanwhile may hold a pass of ours in force: then nothing of it is shown.
  const view = isBroken
    ? rawView(call)
    : viewOf(live, planner, call, { passes: [], postponed: undefined, issues: [] })
  const message =
    'a pass would have broken the structure of the window: it was taken back, and no other is made'
  return { ...view, issues: [windowIssue('view_invalid', message, [call.window.sessionId])] }
}

/** Another process may decide between the two steps, and the pass is taken back from what it left. */
const MOST_TRIES = 3

function takeBack(live: LiveSession, pass: number): void {
  for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
    const undone = undoPass(live.ledger, pass)
    if (undone === undefined || live.keep(undone)) return
  }
}

/** The window as it came, whatever was decided on it; what the cache holds from now on is booked. */
function sentRaw(live: LiveSession, call: Call, { now }: PrepareInput, issues: readonly Issue[] = []): View {
  const view = rawView(call)
  live.memory = { ...live.memory, cache: bookCache(live, call, { view, isRaw: true, now }) }
  return { ...view, issues: [...issues, ...live.store.issues()] }
}

function observed(
  live: LiveSession,
  call: Call,
  input: PrepareInput,
  { code, field }: NonNullable<Window['serverEdits']>,
): View {
  const message =
    code === 'server_state'
      ? `the provider holds the history (${field}): the window is sent as it is`
      : `the provider was asked to edit the history (${field}): the window is sent as it is`
  return sentRaw(live, call, input, live.newly([windowIssue(code, message, [call.window.sessionId])]))
}

function rawView({ window, calls, k, size }: Call): View {
  const { full, compressed, placeholder } = size.levels
  return {
    messages: window.messages,
    tokens: size.raw,
    raw: size.raw,
    used: Math.round(size.raw * k),
    calls,
    levels: { full: full + compressed + placeholder, compressed: 0, placeholder: 0 },
    passes: [],
    issues: [],
  }
}

/** The window where nothing is decided and nothing counted. */
export function untouched({ messages, overhead }: Window): View {
  const levels = { full: 0, compressed: 0, placeholder: 0 }
  return {
    messages,
    tokens: overhead.tokens,
    raw: overhead.tokens,
    used: overhead.tokens,
    calls: 0,
    levels,
    passes: [],
    issues: [],
  }
}
