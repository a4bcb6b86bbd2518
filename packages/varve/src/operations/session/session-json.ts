import { formatInstant, type StoredMessage } from '@varve/core'
import type { MarkedSession } from '@varve/core/sessions'

/** A session as `--json` lists it. */
export function sessionJson({ session, status, tags, summary, isArchived }: MarkedSession) {
  const { id, agent, external_id, kind, root_id, branch, model, title, commits } = session
  return {
    id,
    agent,
    external_id,
    kind,
    root_id,
    branch,
    model: model ?? null,
    status,
    archived: isArchived,
    started_at: session.started_at === null ? null : formatInstant(session.started_at),
    ended_at: session.ended_at === undefined ? null : formatInstant(session.ended_at),
    last_event_at: formatInstant(session.last_event_at),
    title: title ?? null,
    tags,
    summary: textOf(summary?.text),
    outcome: textOf(summary?.outcome),
    commits: commits.map(({ sha, at, rewritten }) => ({
      sha,
      at: formatInstant(at),
      rewritten: rewritten ?? false,
    })),
    message_count: session.message_count,
    part_count: session.part_count,
    raw_bytes: session.raw_bytes,
    stored_bytes: session.stored_bytes,
    redactions: session.redactions,
  }
}

/** A message as `--json` shows it. */
export function messageJson({ id, ordinal, role, at, human, model, parts }: StoredMessage) {
  return {
    id,
    ordinal,
    role,
    at: at === undefined ? null : formatInstant(at),
    human: human ?? false,
    ...(model === undefined ? {} : { model }),
    parts,
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

const SHORT = 10

/** As people read it: `s_` and eight digits. */
export function shortSessionId(id: string): string {
  return id.slice(0, SHORT)
}
