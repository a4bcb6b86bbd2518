import type { Issue } from '../../domain/issue.ts'
import { newViolations } from '../groups/new-violations.ts'
import type { Pass } from '../ledger/decision.ts'
import { renderView } from '../ledger/render-view.ts'
import { undoLastPass } from '../ledger/restore-parts.ts'
import type { Message, Window } from '../model/message.ts'
import type { MissCause } from './fidelity-event.ts'
import type { PrepareInput, View } from './fidelity-options.ts'
import type { LiveSession } from './live-session.ts'
import { type Call, nothing, type Planner, type Proposal, type Session } from './planner.ts'
import type { CacheMemory } from './session-memory.ts'
import { watchImitation } from './watch-imitation.ts'
import { findInvalid, windowIssue } from './window-issues.ts'

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
    if (serverEdits !== undefined) return observed(live, call, serverEdits)
    const issues = [...watchImitation(live, call.window.messages)]
    const outcome = decide(live, deciding, input, call)
    issues.push(...live.newly(outcome.issues))
    const view = viewOf(live, planner, call, outcome)
    live.memory = { ...live.memory, isPrepared: true, cache: cacheAfter(live, call, view, input.now) }
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
): Outcome {
  const passes: Pass[] = []
  // Once a turn: it takes as long as all else of a call that decides nothing.
  const issues: Issue[] = live.memory.isPrepared ? [] : [...findInvalid(call.window.messages)]
  let postponed: Proposal['postponed']
  let now = call
  for (let round = 0; round < MOST_PASSES; round++) {
    const proposal = proposeSafely(now, live.session(), planner.propose)
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
  return { passes, postponed, issues: [...issues, ...live.issues()] }
}

function proposeSafely(call: Call, session: Session, propose: Planner['propose']): Proposal {
  return session.memory.isRefused ? nothing(call, session.memory) : propose(call, session)
}

function viewOf(live: LiveSession, planner: Planner, call: Call, { passes, postponed }: Outcome): View {
  const { window } = call
  const messages = planner.finish(renderView(window.messages, live.ledger), live)
  if (passes.length > 0 && breaks(live, window, messages)) return takenBack(live, planner, call, passes)
  const size = passes.length > 0 ? live.size(window) : live.resized(call)
  const pass = passes.at(-1)
  if (pass !== undefined) live.options.on?.({ kind: 'pass', pass, levels: size.levels })
  return {
    messages,
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
  for (const _ of passes) undoLastPass(live.ledger)
  live.memory = { ...live.memory, isRefused: true }
  const view = viewOf(live, planner, call, { passes: [], postponed: undefined, issues: [] })
  const message =
    'a pass would have broken the structure of the window: it was taken back, and no other is made'
  return { ...view, issues: [windowIssue('view_invalid', message, [call.window.sessionId])] }
}

function observed(live: LiveSession, call: Call, { code, field }: NonNullable<Window['serverEdits']>): View {
  const message =
    code === 'server_state'
      ? `the provider holds the history (${field}): the window is sent as it is`
      : `the provider was asked to edit the history (${field}): the window is sent as it is`
  const { window, calls, k, size } = call
  const levels = {
    full: size.levels.full + size.levels.compressed + size.levels.placeholder,
    compressed: 0,
    placeholder: 0,
  }
  const used = Math.round(size.raw * k)
  const issues = live.newly([windowIssue(code, message, [window.sessionId])])
  return {
    messages: window.messages,
    tokens: size.raw,
    raw: size.raw,
    used,
    calls,
    levels,
    passes: [],
    issues,
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

/** What the next call should find in the cache, and why it may not. */
function cacheAfter(live: LiveSession, call: Call, view: View, now: number | undefined): CacheMemory {
  const { cache } = live.memory
  const last = call.window.messages.at(-1)?.parts[0]?.key ?? ''
  return {
    ...cache,
    wasMissed: false,
    isResumed: false,
    expected: cache.overheadHash === undefined ? 0 : (cache.sent ?? 0),
    sent: view.tokens,
    cause: causeOf(cache, call, view, now, live),
    overheadHash: call.window.overhead.hash,
    last: { messages: call.window.messages.length, key: last },
    ...(now === undefined ? {} : { lastCallAt: now }),
  }
}

function causeOf(
  cache: CacheMemory,
  call: Call,
  view: View,
  now: number | undefined,
  live: LiveSession,
): MissCause | undefined {
  if (view.passes.length > 0 || live.isChanged()) return 'prefix-changed-by-us'
  if (cache.overheadHash !== undefined && cache.overheadHash !== call.window.overhead.hash)
    return 'overhead-changed'
  const { last } = cache
  const before = last === undefined ? undefined : call.window.messages[last.messages - 1]?.parts[0]?.key
  if (last !== undefined && (before ?? '') !== last.key) return 'prefix-changed-by-host'
  const ttl = live.options.prices?.ttlSeconds
  const idle = now === undefined || cache.lastCallAt === undefined ? 0 : now - cache.lastCallAt
  return ttl !== undefined && idle > ttl * 1000 ? 'ttl' : undefined
}
