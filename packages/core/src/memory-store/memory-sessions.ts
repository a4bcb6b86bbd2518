import { by, byText } from '../domain/order.ts'
import {
  type CaptureCursor,
  type Lease,
  type MessageId,
  type Session,
  type SessionId,
  type SessionMark,
  type SessionMessage,
  type StoredMessage,
  sessionMarkOrder,
  sessionOrder,
} from '../domain/session.ts'
import { utf8Length } from '../domain/utf8.ts'
import type { SessionReads, SessionWrites } from '../ports/store.ts'
import { jsonCopy } from './json-copy.ts'
import { UndoableMap, type UndoLog } from './undoable-map.ts'

interface Kept {
  readonly session: SessionId
  readonly ordinal: number
  /** What it said, oldest first: the last is what it says. None where it was erased. */
  readonly bodies: readonly string[]
}

/** Sessions of a memory store, and what is known of how far they were read. */
export function memorySessions(log: UndoLog): SessionReads & SessionWrites {
  const sessions = new UndoableMap<SessionId, Session>(log)
  const messages = new UndoableMap<MessageId, Kept>(log)
  const marks = new UndoableMap<string, SessionMark>(log)
  const cursors = new UndoableMap<string, CaptureCursor>(log)
  const leases = new UndoableMap<string, Lease>(log)
  const messagesOf = (session: SessionId) =>
    messages
      .values()
      .filter((kept) => kept.session === session)
      .sort((a, b) => a.ordinal - b.ordinal)

  return {
    session: (id) => sessions.get(id),
    sessions: () => sessions.values().sort(sessionOrder),
    sessionMessages: (session, { from = 0, limit } = {}) =>
      messagesOf(session)
        .filter(({ ordinal, bodies }) => ordinal >= from && bodies.length > 0)
        .slice(0, limit)
        .map(({ ordinal, bodies }): StoredMessage => ({ ...parse(bodies.at(-1)), ordinal })),
    sessionOfMessage: (id) => messages.get(id)?.session,
    messageRevisions: (id) => (messages.get(id)?.bodies ?? []).slice(0, -1).map(parse),
    sessionMarks: (session) =>
      marks
        .values()
        .filter((mark) => session === undefined || mark.session === session)
        .sort(sessionMarkOrder),
    sessionMark: (session, mark, name) => marks.get(markKey({ session, mark, name }))?.value,
    captureCursor: (source) => cursors.get(source),
    leases: () => leases.values().sort(by((lease) => lease.name, byText)),

    putSession: (session) => sessions.set(session.id, jsonCopy(session)),
    putMessages(session, given) {
      let next = messagesOf(session).length
      let [added, revised, parts, bytes] = [0, 0, 0, 0]
      for (const message of given) {
        const body = JSON.stringify(message)
        const known = messages.get(message.id)
        if (known === undefined) {
          messages.set(message.id, { session, ordinal: next++, bodies: [body] })
          added++
          parts += message.parts.length
          bytes += utf8Length(body)
        } else if (known.bodies.length > 0 && known.bodies.at(-1) !== body) {
          const earlier = known.bodies.filter((other) => other !== body)
          messages.set(message.id, { ...known, bodies: [...earlier, body] })
          revised++
        }
      }
      return { added, revised, parts, bytes }
    },
    dropMessages(session) {
      for (const [id, kept] of messages.entries())
        if (kept.session === session) messages.set(id, { ...kept, bodies: [] })
    },
    rewriteMessage(message) {
      const known = messages.get(message.id)
      if (known === undefined || known.bodies.length === 0) return
      messages.set(message.id, { ...known, bodies: [JSON.stringify(message)] })
    },
    putSessionMark({ session, mark, name, value }) {
      const key = markKey({ session, mark, name })
      if (value === null) marks.delete(key)
      else marks.set(key, { session, mark, name, value: jsonCopy(value) })
    },
    putCaptureCursor: (source, cursor) => cursors.set(source, jsonCopy(cursor)),
    takeLease(lease, now) {
      const held = leases.get(lease.name)
      if (held !== undefined && held.holder !== lease.holder && held.until > now) return false
      leases.set(lease.name, jsonCopy(lease))
      return true
    },
    dropLease(name, holder) {
      if (leases.get(name)?.holder === holder) leases.delete(name)
    },
  }
}

function markKey({ session, mark, name }: Omit<SessionMark, 'value'>): string {
  return JSON.stringify([session, mark, name])
}

function parse(body: string | undefined): SessionMessage {
  return JSON.parse(body ?? '{}')
}
