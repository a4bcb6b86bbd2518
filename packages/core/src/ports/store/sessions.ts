import type { Instant } from '../../domain/instant.ts'
import type { JsonObject } from '../../domain/json.ts'
import type {
  CaptureCursor,
  Lease,
  MessageId,
  Session,
  SessionId,
  SessionMark,
  SessionMessage,
  StoredMessage,
} from '../../domain/session.ts'

/** What came of putting messages. */
export interface PutMessages {
  readonly added: number
  readonly revised: number
  readonly parts: number
  /** How many bytes are kept of what was added. */
  readonly bytes: number
}

/** Sessions, what was said of them, and how far their sources were read. */
export interface SessionReads {
  session(id: SessionId): Session | undefined
  /** Newest first, ties by id. */
  sessions(): readonly Session[]
  /** In their order; `from` is an ordinal. */
  sessionMessages(
    session: SessionId,
    range?: { readonly from?: number; readonly limit?: number },
  ): Iterable<StoredMessage>
  /** The session that has this message. */
  sessionOfMessage(id: MessageId): SessionId | undefined
  /** What a message said before it was written again, oldest first. */
  messageRevisions(id: MessageId): readonly SessionMessage[]
  /** Of one session, or of all; by session, mark, name. */
  sessionMarks(session?: SessionId): readonly SessionMark[]
  sessionMark(session: SessionId, mark: SessionMark['mark'], name: string): JsonObject | undefined
  captureCursor(source: string): CaptureCursor | undefined
  leases(): readonly Lease[]
}

/** Sessions lie beside the journal; what is said of one is folded from it. */
export interface SessionWrites {
  putSession(session: Session): void
  /**
   * Adds messages to the end of a session. One that is there already stays where it is; where it says
   * something else now, what it said before becomes a revision.
   */
  putMessages(session: SessionId, messages: readonly SessionMessage[]): PutMessages
  /** Erases the messages of a session for good: their ids stay, and none of them is ever put again. */
  dropMessages(session: SessionId): void
  /** Puts a message in the place of all that it ever said. */
  rewriteMessage(message: SessionMessage): void
  putSessionMark(mark: Omit<SessionMark, 'value'> & { readonly value: JsonObject | null }): void
  putCaptureCursor(source: string, cursor: CaptureCursor): void
  /** Takes a lease that is free or has run out, or renews one's own; false where somebody else holds it. */
  takeLease(lease: Lease, now: Instant): boolean
  dropLease(name: string, holder: string): void
}
