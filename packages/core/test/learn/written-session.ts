import type { Session, SessionMessage, SessionPart, StoredMessage } from '../../src/domain/session.ts'
import { applyPlan } from '../../src/journal/apply-plan.ts'
import { gatherFindings } from '../../src/learn/gather-findings.ts'
import { planLearn, type SessionLessons } from '../../src/learn/plan/plan-learn.ts'
import { readLearnSession } from '../../src/learn/session/learn-session.ts'
import { createMemoryStore } from '../../src/memory-store/memory-store.ts'
import type { Store } from '../../src/ports/store.ts'

export const PROJECT = '7d444840-9dc0-11d1-b245-5ffdce74fad2'
export const NOW = Date.UTC(2026, 2, 7)

export function sessionOf(id: string, fields: Partial<Session> = {}): Session {
  return {
    id,
    agent: 'claude-code',
    external_id: id,
    kind: 'main',
    root_id: id,
    branch: 'main',
    started_at: NOW,
    last_event_at: NOW,
    commits: [],
    message_count: 0,
    part_count: 0,
    raw_bytes: 0,
    stored_bytes: 0,
    redactions: {},
    cwd: '/app',
    ...fields,
  }
}

export type Written = Omit<SessionMessage, 'id'>

export const person = (text: string): Written => ({
  role: 'user',
  human: true,
  parts: [{ kind: 'text', text }],
})
export const agent = (...parts: SessionPart[]): Written => ({ role: 'assistant', parts })
export const says = (text: string): Written => agent({ kind: 'text', text })
export const runs = (call_id: string, command: string): Written =>
  agent({ kind: 'tool_call', text: '', tool: 'Bash', args: { command }, call_id })
export const gives = (call_id: string, text: string, is_error?: true): Written => ({
  role: 'tool',
  parts: [{ kind: 'tool_result', text, call_id, ...(is_error ? { is_error } : {}) }],
})

export function lessonsOf(
  id: string,
  messages: readonly Written[],
  fields: Partial<Session> = {},
): SessionLessons {
  const session = sessionOf(id, fields)
  const stored = messages.map(
    (message, ordinal): StoredMessage => ({ ...message, id: `m_${id}${ordinal}`, ordinal }),
  )
  const findings = gatherFindings(readLearnSession(session, stored))
  return { session, scope: 'project', findings }
}

export const CONTEXT = { now: NOW, redact: (text: string) => text, stated: new Set<string>() }

/** Takes in what sessions teach, one after the other in one plan. */
export function learn(store: Store, ...all: readonly SessionLessons[]) {
  return store.transact('learn', (writer) => {
    const outcome = planLearn(writer, all, CONTEXT)
    if (outcome.plan.operations.length > 0)
      applyPlan(writer, outcome.plan, { actor: 'tester', via: 'library', branch: null, now: NOW })
    return outcome
  })
}

export const open = () => createMemoryStore({ project: PROJECT })
export const learnings = (store: Store) => [...store.entries({ visibility: 'all' })]
