import { type Access, type AccessReads, type AccessWrites, accessOrder, dayOf } from '@varve/core'
import type { Connection } from './connection.ts'

// By day first: what one session uses on a day lies together, and few pages are written for it.
export const ACCESS_TABLE = `
CREATE TABLE access (
  day INTEGER NOT NULL, session_id TEXT NOT NULL, kind TEXT NOT NULL, entry_id TEXT NOT NULL,
  at INTEGER NOT NULL, PRIMARY KEY (day, session_id, kind, entry_id)
) WITHOUT ROWID;
`

export function accessReads(connection: Connection): AccessReads {
  return {
    accesses: ({ entry } = {}) =>
      connection
        .all<Access>(
          `SELECT entry_id AS entry, at, session_id AS session, kind FROM access ${entry === undefined ? '' : 'WHERE entry_id = ?'}`,
          ...(entry === undefined ? [] : [entry]),
        )
        .toSorted(accessOrder),
  }
}

export function accessWrites(connection: Connection): AccessWrites {
  return {
    putAccesses(accesses) {
      for (const { entry, at, session, kind } of accesses) {
        connection.run(
          `INSERT INTO access (day, session_id, kind, entry_id, at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
          dayOf(at),
          session,
          kind,
          entry,
          at,
        )
      }
    },
  }
}
