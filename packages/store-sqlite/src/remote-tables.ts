import { byText, type Moment, type RecordId, type RemoteReads, type RemoteWrites } from '@varve/core'
import type { Connection } from './connection.ts'

// `settled`: every record up to this row of the journal is noted as carried, so that what waits is found
// without a look at all of them.
export const REMOTE_TABLES = `
CREATE TABLE remotes (
  name TEXT PRIMARY KEY, cursor INTEGER NOT NULL, moment TEXT, settled INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE TABLE carried (
  remote TEXT NOT NULL, n INTEGER NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (remote, n)
) WITHOUT ROWID;
`

interface RemoteRow {
  readonly cursor: number
  readonly moment: Moment | null
}

const UNCARRIED = `
SELECT r.n, r.id FROM records r
WHERE r.n > coalesce((SELECT settled FROM remotes WHERE name = ?), 0)
  AND NOT EXISTS (SELECT 1 FROM carried c WHERE c.remote = ? AND c.n = r.n)
`

/** How far this replica has come with carriers. */
export function remoteReads(connection: Connection): RemoteReads {
  return {
    remote(name) {
      const row = connection.get<RemoteRow>('SELECT cursor, moment FROM remotes WHERE name = ?', name)
      if (row === undefined) return undefined
      const { cursor, moment } = row
      return { cursor, ...(moment === null ? {} : { moment }) }
    },
    remotes: () =>
      connection
        .all<{ name: string }>('SELECT name FROM remotes')
        .map(({ name }) => name)
        .sort(byText),
    uncarried: (name) =>
      connection
        .all<{ id: RecordId }>(UNCARRIED, name, name)
        .map(({ id }) => id)
        .sort(byText),
    carriedAt(name, ids) {
      const found = new Map<RecordId, number>()
      for (const id of ids) {
        const row = connection.get<{ at: number }>(
          'SELECT at FROM carried WHERE remote = ? AND n = (SELECT n FROM records WHERE id = ?)',
          name,
          id,
        )
        if (row !== undefined) found.set(id, row.at)
      }
      return found
    },
  }
}

export function remoteWrites(connection: Connection): RemoteWrites {
  return {
    forgetRemote(name) {
      connection.run('DELETE FROM remotes WHERE name = ?', name)
      connection.run('DELETE FROM carried WHERE remote = ?', name)
    },
    putRemote(name, { cursor, moment }) {
      connection.run(
        `INSERT INTO remotes (name, cursor, moment) VALUES (?, ?, ?)
         ON CONFLICT (name) DO UPDATE SET cursor = excluded.cursor, moment = excluded.moment`,
        name,
        cursor,
        moment ?? null,
      )
      connection.run(
        `UPDATE remotes SET settled = coalesce(
           (SELECT min(n) - 1 FROM (${UNCARRIED})), (SELECT max(n) FROM records), 0) WHERE name = ?`,
        name,
        name,
        name,
      )
    },
    putCarried(name, carried) {
      for (const [id, at] of carried) {
        connection.run(
          `INSERT INTO carried (remote, n, at) SELECT ?, n, ? FROM records WHERE id = ?
           ON CONFLICT (remote, n) DO UPDATE SET at = excluded.at`,
          name,
          at,
          id,
        )
      }
    },
  }
}
