import {
  by,
  byText,
  type CaptureCursor,
  type JsonObject,
  type Lease,
  type PutMessages,
  type Session,
  type SessionId,
  type SessionMark,
  type SessionMessage,
  type SessionReads,
  type SessionWrites,
  type StoredMessage,
  sessionMarkOrder,
  sessionOrder,
} from '@varve/core'
import type { Connection } from './connection.ts'
import { parseBodies, parseStored } from './stored-json.ts'

// Sessions lie beside the journal: they are large, they are this machine's, and nothing that is held to
// be true is folded from them. What was said of one (`session_marks`) is folded from the journal.
export const SESSION_TABLES = `
CREATE TABLE sessions (id TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE session_messages (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  session TEXT NOT NULL,
  ordinal INTEGER NOT NULL,
  body TEXT NOT NULL
);
CREATE UNIQUE INDEX session_messages_order ON session_messages (session, ordinal);
CREATE TABLE message_revisions (n INTEGER PRIMARY KEY, id TEXT NOT NULL, body TEXT NOT NULL);
CREATE INDEX message_revisions_id ON message_revisions (id);
CREATE TABLE session_marks (
  session TEXT NOT NULL, mark TEXT NOT NULL, name TEXT NOT NULL, body TEXT NOT NULL,
  PRIMARY KEY (session, mark, name)
) WITHOUT ROWID;
CREATE TABLE capture_cursors (source TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE leases (name TEXT PRIMARY KEY, holder TEXT NOT NULL, until INTEGER NOT NULL) WITHOUT ROWID;
`

interface Body {
  readonly body: string
}

interface MarkRow extends Body {
  readonly session: SessionId
  readonly mark: SessionMark['mark']
  readonly name: string
}

/** The body of a message that was erased: its id stays, so that it isn't taken in again. */
const ERASED = ''

/** Read so many messages at once: a session of any length is walked in little memory. */
const PAGE = 200

export function sessionReads(connection: Connection): SessionReads {
  return {
    session: (id) =>
      parseStored<Session>(connection.get<Body>('SELECT body FROM sessions WHERE id = ?', id)?.body),
    sessions: () =>
      parseBodies<Session>(connection.all<Body>('SELECT body FROM sessions')).sort(sessionOrder),
    sessionMessages: (session, { from = 0, limit = Number.MAX_SAFE_INTEGER } = {}) =>
      walkMessages(connection, session, from, limit),
    sessionOfMessage: (id) =>
      connection.get<{ session: SessionId }>('SELECT session FROM session_messages WHERE id = ?', id)
        ?.session,
    messageRevisions: (id) =>
      parseBodies<SessionMessage>(
        connection.all<Body>('SELECT body FROM message_revisions WHERE id = ? ORDER BY n', id),
      ),
    sessionMarks: (session) =>
      (session === undefined
        ? connection.all<MarkRow>('SELECT * FROM session_marks')
        : connection.all<MarkRow>('SELECT * FROM session_marks WHERE session = ?', session)
      )
        .flatMap(({ body, ...mark }) => {
          const value = parseStored<JsonObject>(body)
          return value === undefined ? [] : [{ ...mark, value }]
        })
        .sort(sessionMarkOrder),
    sessionMark: (session, mark, name) =>
      parseStored<JsonObject>(
        connection.get<Body>(
          'SELECT body FROM session_marks WHERE session = ? AND mark = ? AND name = ?',
          session,
          mark,
          name,
        )?.body,
      ),
    captureCursor: (source) =>
      parseStored<CaptureCursor>(
        connection.get<Body>('SELECT body FROM capture_cursors WHERE source = ?', source)?.body,
      ),
    leases: () =>
      connection
        .all<{ name: string; holder: string; until: number }>('SELECT name, holder, until FROM leases')
        .map(({ name, holder, until }): Lease => ({ name, holder, until }))
        .sort(by((lease) => lease.name, byText)),
  }
}

export function sessionWrites(connection: Connection): SessionWrites {
  return {
    putSession(session) {
      connection.run('INSERT OR REPLACE INTO sessions VALUES (?, ?)', session.id, JSON.stringify(session))
    },
    putMessages: (session, messages) => putMessages(connection, session, messages),
    dropMessages(session) {
      connection.run(
        'DELETE FROM message_revisions WHERE id IN (SELECT id FROM session_messages WHERE session = ?)',
        session,
      )
      connection.run('UPDATE session_messages SET body = ? WHERE session = ?', ERASED, session)
    },
    rewriteMessage(message) {
      connection.run('DELETE FROM message_revisions WHERE id = ?', message.id)
      connection.run(
        'UPDATE session_messages SET body = ? WHERE id = ? AND body <> ?',
        JSON.stringify(message),
        message.id,
        ERASED,
      )
    },
    putSessionMark({ session, mark, name, value }) {
      if (value === null) {
        connection.run(
          'DELETE FROM session_marks WHERE session = ? AND mark = ? AND name = ?',
          session,
          mark,
          name,
        )
        return
      }
      const body = JSON.stringify(value)
      connection.run('INSERT OR REPLACE INTO session_marks VALUES (?, ?, ?, ?)', session, mark, name, body)
    },
    putCaptureCursor(source, cursor) {
      connection.run('INSERT OR REPLACE INTO capture_cursors VALUES (?, ?)', source, JSON.stringify(cursor))
    },
    takeLease({ name, holder, until }, now) {
      const taken = connection.run(
        `INSERT INTO leases VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE
         SET holder = excluded.holder, until = excluded.until
         WHERE leases.holder = excluded.holder OR leases.until <= ?`,
        name,
        holder,
        until,
        now,
      )
      return taken > 0
    },
    dropLease(name, holder) {
      connection.run('DELETE FROM leases WHERE name = ? AND holder = ?', name, holder)
    },
  }
}

function* walkMessages(
  connection: Connection,
  session: SessionId,
  from: number,
  limit: number,
): Iterable<StoredMessage> {
  for (let [next, left] = [from, limit]; left > 0; ) {
    const rows = connection.all<Body & { ordinal: number }>(
      `SELECT ordinal, body FROM session_messages
       WHERE session = ? AND ordinal >= ? AND body <> ? ORDER BY ordinal LIMIT ?`,
      session,
      next,
      ERASED,
      Math.min(PAGE, left),
    )
    for (const { ordinal, body } of rows) {
      const message = parseStored<SessionMessage>(body)
      if (message !== undefined) yield { ...message, ordinal }
    }
    const last = rows.at(-1)
    if (last === undefined) return
    next = last.ordinal + 1
    left -= rows.length
  }
}

function putMessages(
  connection: Connection,
  session: SessionId,
  messages: readonly SessionMessage[],
): PutMessages {
  let next = nextOrdinal(connection, session)
  let [added, revised, parts, bytes] = [0, 0, 0, 0]
  for (const message of messages) {
    const body = JSON.stringify(message)
    const isNew = connection.run(
      'INSERT INTO session_messages (id, session, ordinal, body) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO NOTHING',
      message.id,
      session,
      next,
      body,
    )
    if (isNew > 0) {
      next++
      added++
      parts += message.parts.length
      bytes += Buffer.byteLength(body)
    } else if (revise(connection, message.id, body)) revised++
  }
  return { added, revised, parts, bytes }
}

/** Puts what a message says now in the place of what it said, which is kept. */
function revise(connection: Connection, id: string, body: string): boolean {
  const before = connection.get<Body>('SELECT body FROM session_messages WHERE id = ?', id)?.body
  if (before === undefined || before === ERASED || before === body) return false
  connection.run('DELETE FROM message_revisions WHERE id = ? AND body = ?', id, body)
  connection.run('INSERT INTO message_revisions (id, body) VALUES (?, ?)', id, before)
  connection.run('UPDATE session_messages SET body = ? WHERE id = ?', body, id)
  return true
}

function nextOrdinal(connection: Connection, session: SessionId): number {
  const last = connection.get<{ n: number | null }>(
    'SELECT max(ordinal) AS n FROM session_messages WHERE session = ?',
    session,
  )
  return (last?.n ?? -1) + 1
}
