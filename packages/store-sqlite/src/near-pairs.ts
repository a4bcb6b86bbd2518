import { type EntryId, type NearPair, type NearReads, type NearWrites, nearPairOrder } from '@varve/core'
import { GUARD_VERSION } from '@varve/core/guard'
import type { Connection } from './connection.ts'
import { parseBodies } from './stored-json.ts'

/** What comparisons of texts found. Derived: a comparison can always be made again. */
export function nearReads(connection: Connection): NearReads {
  return {
    nearPairs: ({ of, verdict }) =>
      of === undefined ? walkPairs(connection, verdict) : pairsOf(connection, of, verdict),
    uncompared: () =>
      connection
        .all<{ id: EntryId }>(
          'SELECT id FROM entries INDEXED BY entries_compared WHERE compared < ? ORDER BY id',
          GUARD_VERSION,
        )
        .map((row) => row.id),
  }
}

const PAIR_CHUNK = 500

/** So many at a time, so that who needs only the first ones reads only those. */
function* walkPairs(connection: Connection, verdict: NearPair['verdict'] | undefined): Iterable<NearPair> {
  const which = verdict === undefined ? '' : "AND body ->> '$.verdict' = ?"
  let last: Pick<PairRow, 'a' | 'b'> = { a: '', b: '' }
  for (;;) {
    const rows: readonly PairRow[] = connection.all<PairRow>(
      `SELECT a, b, body FROM near_pairs WHERE (a, b) > (?, ?) ${which} ORDER BY a, b LIMIT ?`,
      last.a,
      last.b,
      ...(verdict === undefined ? [] : [verdict]),
      PAIR_CHUNK,
    )
    yield* parseBodies<NearPair>(rows)
    const end = rows.at(-1)
    if (end === undefined) return
    last = end
  }
}

interface PairRow {
  readonly a: string
  readonly b: string
  readonly body: string
}

function pairsOf(
  connection: Connection,
  id: EntryId,
  verdict: NearPair['verdict'] | undefined,
): readonly NearPair[] {
  const rows = connection.all<{ body: string }>(
    'SELECT body FROM near_pairs WHERE a = ? UNION ALL SELECT body FROM near_pairs WHERE b = ?',
    id,
    id,
  )
  return parseBodies<NearPair>(rows)
    .filter((pair) => verdict === undefined || pair.verdict === verdict)
    .sort(nearPairOrder)
}

export function nearWrites(connection: Connection): NearWrites {
  return {
    putNearPairs(compared, pairs) {
      // In one statement for all: of a large memory there are a hundred thousand.
      const ids = JSON.stringify([...compared])
      for (const end of ['a', 'b']) {
        connection.run(`DELETE FROM near_pairs WHERE ${end} IN (SELECT value FROM json_each(?))`, ids)
      }
      connection.run(
        'UPDATE entries SET compared = ? WHERE id IN (SELECT value FROM json_each(?))',
        GUARD_VERSION,
        ids,
      )
      for (const pair of pairs) {
        connection.run(
          'INSERT OR REPLACE INTO near_pairs (a, b, body) VALUES (?, ?, ?)',
          pair.a,
          pair.b,
          JSON.stringify(pair),
        )
      }
    },
  }
}

/** An entry with another text is near to other entries. */
export function forgetComparison(connection: Connection, id: EntryId): void {
  dropPairsOf(connection, id)
  connection.run('UPDATE entries SET compared = 0 WHERE id = ?', id)
}

function dropPairsOf(connection: Connection, id: EntryId): void {
  connection.run('DELETE FROM near_pairs WHERE a = ?', id)
  connection.run('DELETE FROM near_pairs WHERE b = ?', id)
}
