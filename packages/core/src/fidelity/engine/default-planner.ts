import type { Issue } from '../../domain/issue.ts'
import { type PassFloor, type PassProposal, planDefaultPass } from '../default/plan-default-pass.ts'
import { type MarkOptions, type Watermarks, watermarks } from '../default/tuning.ts'
import type { DraftDecision, Trigger } from '../ledger/decision.ts'
import { measureView } from '../ledger/measure-view.ts'
import type { Message } from '../model/message.ts'
import { isExhausted, rearmed, recordProgress } from './breaker.ts'
import { callNumber } from './call-facts.ts'
import { type Refusal, refusePass } from './pass-gates.ts'
import { passRequest } from './pass-request.ts'
import { type Call, nothing, type Planner, type Proposal, type Session } from './planner.ts'
import type { SessionMemory } from './session-memory.ts'
import { windowIssue } from './window-issues.ts'

/** Below so many tokens to work with, a pass can only do harm. */
const LEAST_HIGH = 8000

/** Keeps a window between two marks, by what it will still be needed for. */
export const defaultPlanner: Planner = {
  profile: 'default',
  hasMore: () => false,
  propose: (call, session) => {
    const marks = marksOf(call, session)
    const { budget } = session.options
    const { tokens } = call.size
    if (isTooSmall(session)) return nothing(call, session.memory, [tooSmall(session)])
    if (tokens <= marks.high && session.memory.exhaustedAt !== undefined) return again(call, session)
    const isOff = isExhausted(session.memory, tokens, budget, call.k) && call.force === undefined
    if (isOff) return nothing(call, session.memory, [exhausted(call, session, marks)])
    const memory = { ...session.memory, ...rearmed(session.memory) }
    const due = call.force === undefined ? triggerOf(call, session, marks) : FORCED[call.force]
    const isHopeless = due !== 'hard' && call.force === undefined && foundTooLittle(call, session)
    return due === undefined || isHopeless
      ? nothing(call, session.memory)
      : tryPass(call, { ...session, memory }, marks, due)
  },
  finish: (view) => view,
}

/** The window fits again, because the host made it smaller: passes begin anew. */
function again(call: Call, session: Session): Proposal {
  const memory = { ...session.memory, futile: 0, exhaustedAt: undefined }
  return defaultPlanner.propose(call, { ...session, memory })
}

const FORCED = { regrade: 'regrade', hard: 'hard' } as const

/** The marks in estimated tokens. */
export function marksOf({ k, window }: Call, { options, tuning }: Session): Watermarks {
  const marks = marksGiven(options)
  const { high, low, hard } = watermarks({ ...marks, overhead: window.overhead.tokens * k }, tuning)
  return { high: high / k, low: low / k, hard: hard / k }
}

function marksGiven({ budget, high, low }: Session['options']): MarkOptions {
  return { budget, ...(high === undefined ? {} : { high }), ...(low === undefined ? {} : { low }) }
}

/** Only a preset is checked: marks that a host sets itself are its own choice. */
function isTooSmall({ options, tuning }: Session): boolean {
  const isPreset = options.high === undefined && options.tuning?.highRatio === undefined
  return isPreset && watermarks(options, tuning).high < LEAST_HIGH
}

function triggerOf({ size, isCold }: Call, session: Session, marks: Watermarks): Trigger | undefined {
  if (size.tokens > marks.hard) return 'hard'
  if (size.tokens > marks.high) return isCold ? 'cold' : 'budget'
  return isCold && size.tokens > marks.low + minReclaim(session) ? 'cold' : undefined
}

/** Whether hardly anything came since a pass found too little: then there is no need to look again. */
function foundTooLittle({ size, calls }: Call, session: Session): boolean {
  const { tooLittle } = session.memory
  if (tooLittle === undefined) return false
  const hasGrown = size.tokens >= tooLittle.used + minReclaim(session) / 4
  return !hasGrown && calls < tooLittle.calls + session.tuning.minAgeCalls
}

function minReclaim({ tuning, options }: Session): number {
  return tuning.minReclaim ?? Math.max(4000, options.budget / 20)
}

function tryPass(call: Call, session: Session, marks: Watermarks, trigger: Trigger): Proposal {
  const before = call.size.tokens
  const pass = plan(call, session, marks.low)
  const refusal = refuse(call, session, pass, trigger)
  const memory: SessionMemory = {
    ...session.memory,
    ...(trigger === 'hard' ? recordProgress(session.memory, before, pass.after, session.options.budget) : {}),
    tooLittle: refusal?.kind === 'too-little' ? { used: before, calls: call.calls } : undefined,
  }
  if (refusal !== undefined) {
    const { need, have } = refusal.kind === 'too-dear' ? refusal : {}
    const postponed = need === undefined || have === undefined ? {} : { postponed: { need, have } }
    return { ...nothing(call, memory), ...postponed }
  }
  const isFloor = pass.isFloor && pass.after > marks.low
  const issues = isFloor ? floorIssues(call, pass.floor, pass.after, marks) : []
  return { trigger, decisions: pass.decisions, before, after: pass.after, memory, issues }
}

function plan(call: Call, session: Session, low: number): PassProposal {
  return planDefaultPass(passRequest(call, session), call.size.tokens, low)
}

function refuse(
  call: Call,
  session: Session,
  { decisions, after }: PassProposal,
  trigger: Trigger,
): Refusal | undefined {
  if (decisions.length === 0) return { kind: 'too-little' }
  if (trigger === 'hard' || trigger === 'regrade') return undefined
  const { calls, window, size } = call
  const { ledger, tuning, options } = session
  const last = ledger.lastPass
  return refusePass({
    before: size.tokens,
    after,
    calls,
    rewritten: after - unchanged(window.messages, decisions, session),
    callsSincePass: last === undefined ? Number.POSITIVE_INFINITY : callNumber(window.messages) - last.call,
    minReclaim: minReclaim(session),
    minCallsBetweenPasses: tuning.minCallsBetweenPasses,
    prices: options.prices,
    expectedCalls: options.expectedCalls,
    isCold: trigger === 'cold',
  })
}

/** Tokens of the view before its first change. */
function unchanged(
  messages: readonly Message[],
  decisions: readonly DraftDecision[],
  { facts, ledger }: Session,
): number {
  const changed = new Set(decisions.map(({ key }) => key))
  const first = messages.findIndex(({ parts }) => parts.some(({ key }) => changed.has(key)))
  return measureView(messages.slice(0, first), facts, ledger).tokens
}

function floorIssues(
  { window }: Call,
  { overhead, pins, tail }: PassFloor,
  after: number,
  { low }: Watermarks,
): readonly Issue[] {
  const target = Math.round(low)
  const subjects = [window.sessionId]
  const pinned = Object.values(pins).reduce((sum, tokens) => sum + tokens, 0)
  const message = `the window has ${after} tokens with all left out that may be; the target is ${target}`
  const floor = windowIssue('floor_reached', message, subjects, { overhead, pins, tail, rest: after })
  if (overhead + pinned + tail <= low) return [floor]
  const above = `overhead (${overhead}), pins (${pinned}) and the newest calls (${tail}) alone exceed the target of ${target} tokens`
  const isPinned = pinned > 0
  return [
    floor,
    windowIssue('floor_above_target', above, subjects, { overhead, pins, tail }),
    ...(isPinned ? [windowIssue('pins_exceed_target', above, subjects, { pins })] : []),
  ]
}

function tooSmall({ options }: Session): Issue {
  const message = `a budget of ${options.budget} tokens leaves too little to work with: no passes are made`
  return windowIssue('budget_too_small', message, [options.sessionId])
}

function exhausted({ window, size }: Call, { memory }: Session, { hard }: Watermarks): Issue {
  const message =
    `two passes in a row freed less than a tenth: none is tried until the window grows. ` +
    `It has ${size.tokens} tokens (${window.overhead.tokens} of overhead), the limit is ${Math.round(hard)}; ` +
    `compact it, begin a new session or take pins away`
  return windowIssue('compaction_exhausted', message, [window.sessionId], { at: memory.exhaustedAt ?? 0 })
}
