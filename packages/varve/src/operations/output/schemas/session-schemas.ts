import { LEARNING_STATUSES, SESSION_STATUSES } from '@varve/core'
import * as z from 'zod/mini'
import * as part from '../shapes.ts'

const sessionId = z.string().check(z.regex(/^s_[0-9a-f]{24}$/))
const messageId = z.string().check(z.regex(/^m_[0-9a-f]{24}$/))
const byKind = z.record(z.string(), part.count)
const captured = z.strictObject({ messages: part.count, parts: part.count })

const session = z.strictObject({
  id: sessionId,
  agent: part.text,
  external_id: part.text,
  kind: z.enum(['main', 'subagent']),
  root_id: sessionId,
  branch: z.nullable(part.text),
  model: z.nullable(part.text),
  status: z.enum(SESSION_STATUSES),
  archived: part.yes,
  started_at: z.nullable(part.instant),
  ended_at: z.nullable(part.instant),
  last_event_at: part.instant,
  title: z.nullable(part.text),
  tags: part.texts,
  summary: z.nullable(part.text),
  outcome: z.nullable(part.text),
  commits: z.array(z.strictObject({ sha: part.text, at: part.instant, rewritten: part.yes })),
  message_count: part.count,
  part_count: part.count,
  raw_bytes: part.count,
  stored_bytes: part.count,
  redactions: byKind,
})

/** With --file. */
const touch = z.strictObject({
  path: part.text,
  tool: part.text,
  at: z.nullable(part.instant),
  intent: z.nullable(part.text),
})

const messagePart = z.looseObject({ kind: part.text, text: part.text })

const message = z.strictObject({
  id: messageId,
  ordinal: part.count,
  role: z.enum(['user', 'assistant', 'tool', 'system']),
  at: z.nullable(part.instant),
  human: part.yes,
  model: z.optional(part.text),
  parts: z.array(messagePart),
  revisions: z.optional(z.array(z.array(messagePart))),
})

const learningMembers = {
  id: part.entryId,
  content: part.text,
  category: part.text,
  status: z.enum(LEARNING_STATUSES),
  score: z.number(),
  recurrence: z.number(),
  impact: z.number(),
  specificity: z.number(),
  sessions: part.count,
  trust: part.text,
  scope: part.text,
  branch: z.nullable(part.text),
  stale: part.yes,
  conflicts: part.entryIds,
}
const learning = z.strictObject(learningMembers)

const decided = z.strictObject({
  id: part.entryId,
  status: z.enum(LEARNING_STATUSES),
  plan_id: part.planId,
  dry_run: z.optional(z.literal(true)),
  plan_hash: z.optional(part.planHash),
})

const dryRun = { dry_run: z.optional(z.literal(true)), plan_hash: z.optional(part.planHash) }

const standing = {
  branch: z.nullable(part.text),
  as_of_seq: z.nullable(part.count),
  unpushed: part.count,
}

/** A row of the team's projection. */
const projected = z.strictObject({
  id: part.entryId,
  branch: z.nullable(part.text),
  scope: z.enum(['feature', 'project']),
  content: part.text,
  score: z.number(),
  status: z.enum(['observed', 'promoted']),
  recurrence_count: part.count,
  impact_score: z.number(),
  specificity_score: z.number(),
  created_at: part.instant,
  updated_at: part.instant,
})

/** Of sessions: what was captured, and what is said of it. */
export const SESSION_SCHEMAS = {
  'session import': z.strictObject({
    sessions: part.count,
    captured,
    skipped: z.array(z.strictObject({ path: part.text, reason: part.text })),
    redactions: byKind,
    issues: part.issues,
  }),
  'session capture': z.strictObject({
    session: z.nullable(sessionId),
    captured,
    offset: part.count,
    skipped: z.nullable(part.text),
    redactions: byKind,
    issues: part.issues,
  }),
  'session list': z.strictObject({
    sessions: z.array(
      z.extend(session, {
        asked: z.nullable(part.text),
        touches: z.optional(z.array(touch)),
        project: z.optional(part.text),
      }),
    ),
    unreadable: z.optional(part.texts),
    total: part.count,
    truncated: part.yes,
  }),
  'session show': z.strictObject({
    session,
    messages: z.array(message),
    from: part.count,
    truncated: part.yes,
  }),
  'session stats': z.strictObject({
    total_sessions: part.count,
    total_size_bytes: part.count,
    total_raw_size_bytes: part.count,
    avg_messages_per_session: z.number(),
    oldest_session: z.nullable(part.instant),
    newest_session: z.nullable(part.instant),
    sessions_by_branch: byKind,
    size_by_branch: byKind,
  }),
  'session tag': z.strictObject({ session: sessionId, tags: part.texts, plan_id: part.planId, ...dryRun }),
  'session exclude': z.strictObject({ session: sessionId, plan_id: part.planId, ...dryRun }),
  'session sync': z.union([
    z.strictObject({ sessions: part.count, messages: part.count, learnt: part.count, busy: part.yes }),
    z.strictObject({
      pending: z.array(
        z.strictObject({
          session: part.text,
          agent: part.text,
          transcript: z.nullable(part.text),
          missing: part.yes,
        }),
      ),
      leases: z.array(z.strictObject({ name: part.text, holder: part.text, until: part.count })),
    }),
  ]),
  learn: z.strictObject({
    plan_id: part.planId,
    sightings: z.array(
      z.strictObject({
        id: part.entryId,
        content: part.text,
        session: sessionId,
        evidence: part.count,
        new: part.yes,
      }),
    ),
    skipped: z.array(z.strictObject({ reason: part.text, text: part.text })),
    sessions: part.count,
    ...dryRun,
  }),
  'learn list': z.strictObject({ learnings: z.array(learning) }),
  'learn show': z.strictObject({
    ...learningMembers,
    sightings: z.array(z.looseObject({ occasion: part.text, by: part.text, at: part.instant })),
    overrides: z.array(
      z.strictObject({ status: part.text, reason: part.text, by: part.text, at: part.instant }),
    ),
    lineage: z.array(part.storedEdge),
  }),
  'learn promote': decided,
  'learn demote': decided,
  'learn auto': decided,
  'knowledge show': z.union([
    z.strictObject({
      ...standing,
      sections: z.array(z.strictObject({ category: part.text, entries: z.array(learning) })),
      omitted: part.entryIds,
      issues: part.issues,
    }),
    // With --remote.
    z.strictObject({ ...standing, remote: z.array(projected), issues: part.issues }),
  ]),
  'session prune': z.strictObject({
    sessions: z.array(sessionId),
    purged: part.yes,
    dry_run: part.yes,
    plan_id: part.planId,
  }),
}
