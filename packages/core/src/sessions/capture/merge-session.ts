import { type Instant, parseInstant } from '../../domain/instant.ts'
import { withoutUndefined } from '../../domain/json.ts'
import { type Session, type SessionCommit, sessionIdOf } from '../../domain/session.ts'
import type { Transcript } from '../../fidelity/transcripts/transcript.ts'
import type { PutMessages } from '../../ports/store.ts'

/** What one reading of a transcript adds to its session. */
export interface Captured {
  readonly put: PutMessages
  /** Bytes of the transcript. */
  readonly raw: number
  readonly redactions: Readonly<Record<string, number>>
  /** When the transcript was last written: its time, where it states none itself. */
  readonly writtenAt: Instant
  readonly redact: (text: string) => string
}

type Facts = Omit<Transcript, 'segments' | 'usage' | 'forks' | 'issues' | 'format'>

/** A session with what was read of it now; `known` is how it stood. */
export function mergeSession(known: Session | undefined, facts: Facts, captured: Captured): Session {
  const { put, raw, redact } = captured
  const started = earliest(known?.started_at ?? undefined, instantOf(facts.startedAt))
  const stated = instantOf(facts.endedAt) ?? instantOf(facts.startedAt)
  const last = latest(known?.last_event_at, started === undefined ? captured.writtenAt : stated)
  const title = facts.title === undefined ? undefined : redact(facts.title)
  return withoutUndefined({
    ...(known ?? newSession(facts)),
    branch: facts.branch === undefined ? (known?.branch ?? null) : branchOf(facts.branch),
    model: facts.model ?? known?.model,
    title: title ?? known?.title,
    cwd: facts.cwd ?? known?.cwd,
    started_at: started ?? null,
    last_event_at: last ?? captured.writtenAt,
    message_count: (known?.message_count ?? 0) + put.added,
    part_count: (known?.part_count ?? 0) + put.parts,
    raw_bytes: (known?.raw_bytes ?? 0) + raw,
    stored_bytes: (known?.stored_bytes ?? 0) + put.bytes,
    redactions:
      put.added === 0 ? (known?.redactions ?? {}) : summed(known?.redactions ?? {}, captured.redactions),
  })
}

function newSession({ sessionId, agent, externalId, kind, parentId }: Facts): Session {
  return {
    id: sessionId,
    agent,
    external_id: externalId,
    kind,
    root_id: parentId === undefined ? sessionId : sessionIdOf(agent, parentId),
    branch: null,
    started_at: null,
    last_event_at: 0,
    commits: [] as readonly SessionCommit[],
    message_count: 0,
    part_count: 0,
    raw_bytes: 0,
    stored_bytes: 0,
    redactions: {},
  }
}

/** `HEAD` is what git says where no branch is checked out. */
function branchOf(name: string): string | null {
  return name === 'HEAD' || name === '' ? null : name
}

function instantOf(text: string | undefined): Instant | undefined {
  return text === undefined ? undefined : parseInstant(text)?.at
}

function earliest(a: Instant | undefined, b: Instant | undefined): Instant | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b)
}

function latest(a: Instant | undefined, b: Instant | undefined): Instant | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.max(a, b)
}

function summed(
  a: Readonly<Record<string, number>>,
  b: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])].sort()
  return Object.fromEntries(names.map((name) => [name, (a[name] ?? 0) + (b[name] ?? 0)]))
}
