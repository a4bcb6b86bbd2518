import { formatInstant } from '../../domain/instant.ts'
import { by, byText } from '../../domain/order.ts'
import type { Session } from '../../domain/session.ts'

export interface SessionStats {
  readonly total_sessions: number
  /** Bytes that are kept. */
  readonly total_size_bytes: number
  /** Bytes of transcript that were read. */
  readonly total_raw_size_bytes: number
  /** To one decimal. */
  readonly avg_messages_per_session: number
  readonly oldest_session: string | null
  readonly newest_session: string | null
  readonly sessions_by_branch: Readonly<Record<string, number>>
  readonly size_by_branch: Readonly<Record<string, number>>
}

/** The name that stands for sessions of no branch. */
const NO_BRANCH = '(none)'

export function sessionStats(sessions: readonly Session[]): SessionStats {
  const times = sessions.map((session) => session.last_event_at).sort((a, b) => a - b)
  const messages = sum(sessions, (session) => session.message_count)
  return {
    total_sessions: sessions.length,
    total_size_bytes: sum(sessions, (session) => session.stored_bytes),
    total_raw_size_bytes: sum(sessions, (session) => session.raw_bytes),
    avg_messages_per_session: sessions.length === 0 ? 0 : Math.round((10 * messages) / sessions.length) / 10,
    oldest_session: timeOf(times[0]),
    newest_session: timeOf(times.at(-1)),
    sessions_by_branch: byBranch(sessions, () => 1),
    size_by_branch: byBranch(sessions, (session) => session.stored_bytes),
  }
}

function timeOf(time: number | undefined): string | null {
  return time === undefined ? null : formatInstant(time)
}

function sum(sessions: readonly Session[], amountOf: (session: Session) => number): number {
  return sessions.reduce((total, session) => total + amountOf(session), 0)
}

function byBranch(
  sessions: readonly Session[],
  amountOf: (session: Session) => number,
): Readonly<Record<string, number>> {
  const totals = new Map<string, number>()
  for (const session of sessions) {
    const branch = session.branch ?? NO_BRANCH
    totals.set(branch, (totals.get(branch) ?? 0) + amountOf(session))
  }
  return Object.fromEntries([...totals].sort(by(([branch]) => branch, byText)))
}
