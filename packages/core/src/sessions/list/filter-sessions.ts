import type { Instant } from '../../domain/instant.ts'
import type { SessionMark, SessionStatus } from '../../domain/session.ts'
import type { StoreReader } from '../../ports/store.ts'
import { type MarkedSession, markedSession } from './session-status.ts'

export interface SessionFilter {
  readonly branch?: string | undefined
  readonly agent?: string | undefined
  readonly status?: SessionStatus | undefined
  /** All of them. */
  readonly tags?: readonly string[]
  readonly commit?: string | undefined
  readonly since?: Instant | undefined
  /** Archived ones too. */
  readonly archived?: boolean
}

/** Sessions with what was said of them, newest first, ties by id. */
export function listSessions(
  reader: StoreReader,
  now: Instant,
  filter: SessionFilter = {},
): readonly MarkedSession[] {
  const marks = new Map<string, SessionMark[]>()
  for (const mark of reader.sessionMarks()) {
    const known = marks.get(mark.session)
    if (known === undefined) marks.set(mark.session, [mark])
    else known.push(mark)
  }
  return reader
    .sessions()
    .map((session) => markedSession(session, marks.get(session.id) ?? [], now))
    .filter((marked) => matches(marked, filter))
}

function matches({ session, status, tags, isArchived }: MarkedSession, filter: SessionFilter): boolean {
  const { commit } = filter
  return (
    (filter.archived === true || !isArchived) &&
    (filter.branch === undefined || session.branch === filter.branch) &&
    (filter.agent === undefined || session.agent === filter.agent) &&
    (filter.status === undefined || status === filter.status) &&
    (filter.tags ?? []).every((tag) => tags.includes(tag)) &&
    (commit === undefined || session.commits.some(({ sha }) => sha.startsWith(commit))) &&
    (filter.since === undefined || session.last_event_at >= filter.since)
  )
}
