import type { Instant } from './instant.ts'
import type { JsonObject } from './json.ts'
import { by, byNumber, byText, inOrder, reversed } from './order.ts'
import { sha256 } from './sha256.ts'

/** Id of a session: `s_` and 24 hex digits, of its agent and the agent's own id. */
export type SessionId = string
/** Id of a message: `m_` and 24 hex digits, of its session and the key of the record it was made of. */
export type MessageId = string
/** Id of a part: `p_` and 24 hex digits, of its message and its place in it. */
export type PartId = string

export const SESSION_STATUSES = ['open', 'closed', 'abandoned', 'excluded'] as const
export type SessionStatus = (typeof SESSION_STATUSES)[number]

/** A commit that was made while a session ran. */
export interface SessionCommit {
  readonly sha: string
  readonly at: Instant
  /** HEAD went somewhere else than forward: an amend, a rebase. */
  readonly rewritten?: true
}

/** One session of an agent, as far as it was captured. */
export interface Session {
  readonly id: SessionId
  readonly agent: string
  /** The agent's own id of it. */
  readonly external_id: string
  readonly kind: 'main' | 'subagent'
  /** Itself, or the session that it worked for: recurrence counts these. */
  readonly root_id: SessionId
  readonly branch: string | null
  readonly model?: string
  readonly title?: string
  readonly started_at: Instant | null
  readonly last_event_at: Instant
  /** Set by the agent's word that it is over. */
  readonly ended_at?: Instant
  readonly commits: readonly SessionCommit[]
  readonly message_count: number
  readonly part_count: number
  /** Bytes of transcript that were read. */
  readonly raw_bytes: number
  /** Bytes that are kept of them. */
  readonly stored_bytes: number
  /** How many secrets of each kind were masked. */
  readonly redactions: Readonly<Record<string, number>>
  /** Where it ran; known to this machine alone. */
  readonly cwd?: string
  /** HEAD when it was last looked at; known to this machine alone. */
  readonly head?: string
}

export type SessionPartKind =
  | 'text'
  | 'reasoning'
  | 'tool_call'
  | 'tool_result'
  | 'image'
  | 'attachment'
  | 'marker'

/** A piece of a message: its id follows from its place. */
export interface SessionPart {
  readonly kind: SessionPartKind
  readonly text: string
  /** Arguments of a call, where they are JSON. */
  readonly args?: JsonObject
  readonly tool?: string
  readonly call_id?: string
  readonly is_error?: true
  readonly exit_code?: number
  /** Of what was too large to keep whole: how many bytes it had. */
  readonly truncated?: number
}

/** One record of a transcript. */
export interface SessionMessage {
  readonly id: MessageId
  readonly role: 'user' | 'assistant' | 'tool' | 'system'
  readonly at?: Instant
  /** Typed by a person in a main session. */
  readonly human?: true
  readonly model?: string
  /** The record that it follows, where records are a tree. */
  readonly parent?: MessageId
  readonly parts: readonly SessionPart[]
}

/** A message in its session, counted from 0. */
export interface StoredMessage extends SessionMessage {
  readonly ordinal: number
}

/** How far a source of transcripts was read. */
export interface CaptureCursor {
  readonly format: string
  /** SHA-256 of the first complete line, or of its first 64 KiB. */
  readonly file_key: string
  /** Bytes that were taken in, up to and with a line feed. */
  readonly offset: number
  /** Bytes that the file had: a last line that isn't ended lies behind `offset`. */
  readonly size: number
  readonly lines: number
  /** SHA-256 of up to 4096 bytes before `offset`. */
  readonly tail_sha256: string
  /** The file has to be read from its beginning again when it has changed. */
  readonly whole?: true
  /** Why sessions in it were left: it is read from its beginning where that is no reason any more. */
  readonly left?: 'excluded' | 'other_project'
  /** Of what hooks said of a session: the records that were taken in last, in case they lie there still. */
  readonly taken?: readonly string[]
  /** Calls that read a file of secrets, and whose results were not read yet. */
  readonly secret_calls?: readonly string[]
}

/** What a person, an agent or a rule said of a session: a register won by the latest clock. */
export interface SessionMark {
  readonly session: SessionId
  readonly mark: 'tag' | 'summary' | 'archive' | 'exclude' | 'part'
  /** The tag, or the id of the part that was erased; else empty. */
  readonly name: string
  readonly value: JsonObject
}

/** Whether a mark says that what was said in its session, or a part of it, was erased for good. */
export function isPurge({
  mark,
  value,
}: Pick<SessionMark, 'mark'> & { readonly value: JsonObject | null }): boolean {
  return (mark === 'archive' || mark === 'part') && value?.purged === true
}

/** Whoever holds it works alone until `until`. */
export interface Lease {
  readonly name: string
  readonly holder: string
  readonly until: Instant
}

const ID_LENGTH = 24

function hash(...texts: readonly string[]): string {
  return sha256(texts.join('\0')).slice(0, ID_LENGTH)
}

export function sessionIdOf(agent: string, externalId: string): SessionId {
  return `s_${hash('varve:session:1', agent, externalId)}`
}

/** `key` names the record in its transcript: `uuid:…`, `line:…`, `call:…`, `id:…`. */
export function messageIdOf(session: SessionId, key: string): MessageId {
  return `m_${hash('varve:message:1', session, key)}`
}

export function partIdOf(message: MessageId, index: number): PartId {
  return `p_${hash('varve:part:1', message, String(index))}`
}

/** Newest first, ties by id. */
export const sessionOrder = inOrder<Session>(
  reversed(by((session) => session.last_event_at, byNumber)),
  by((session) => session.id, byText),
)

/** By session, mark, then name. */
export const sessionMarkOrder = inOrder<SessionMark>(
  by((mark) => mark.session, byText),
  by((mark) => mark.mark, byText),
  by((mark) => mark.name, byText),
)
