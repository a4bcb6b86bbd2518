import { type Access, type AccessReads, type AccessWrites, accessOrder, dayOf } from '@varve/core'
import type { Connection } from './connection.ts'

// By day first: what one session uses on a day lies together, and few pages are written for it.
export const ACCESS_TABLE = `
CREATE TABLE access (
  day INTEGER NOT NULL, session_id TEXT NOT NULL, kind TEXT NOT NULL, entry_id TEXT NOT NULL,
  at INTEGER NOT NULL, PRIMARY KEY (day, session_id, kind, entry_id)
) WITHOUT ROWID;
`

// All in one text: a server notes thousands at once, and a statement for each costs as much as a search.
const PUT = `
INSERT INTO access (day, session_id, kind, entry_id, at)
SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?) WHERE true
ON CONFLICT DO NOTHING`

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
      const rows = accesses.map(({ entry, at, session, kind }) => [dayOf(at), session, kind, entry, at])
      connection.run(PUT, JSON.stringify(rows))
    },
  }
}
