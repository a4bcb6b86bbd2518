import type { Instant } from '../../domain/instant.ts'
import type { JsonObject } from '../../domain/json.ts'
import type { Session, SessionMark, SessionStatus } from '../../domain/session.ts'

/** A session with what was said of it. */
export interface MarkedSession {
  readonly session: Session
  readonly status: SessionStatus
  readonly tags: readonly string[]
  readonly summary: JsonObject | undefined
  readonly isArchived: boolean
}

const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000

/** `marks` are those of the session. */
export function markedSession(session: Session, marks: readonly SessionMark[], now: Instant): MarkedSession {
  const has = (mark: SessionMark['mark']) => marks.some((each) => each.mark === mark)
  return {
    session,
    status: has('exclude') ? 'excluded' : statusOf(session, now),
    tags: marks.filter(({ mark }) => mark === 'tag').map(({ name }) => name),
    summary: marks.find(({ mark }) => mark === 'summary')?.value,
    isArchived: has('archive'),
  }
}

function statusOf({ ended_at, last_event_at }: Session, now: Instant): SessionStatus {
  // One that was resumed has something from after its end.
  if (ended_at !== undefined && ended_at >= last_event_at) return 'closed'
  return now - last_event_at >= ABANDONED_AFTER_MS ? 'abandoned' : 'open'
}
