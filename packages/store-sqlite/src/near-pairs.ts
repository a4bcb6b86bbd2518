import {
  by,
  byText,
  type EntryId,
  GUARD_VERSION,
  inOrder,
  type NearPair,
  type StoreReader,
  type StoreWriter,
} from '@varve/core'
import type { Connection } from './connection.ts'
import { parseBodies } from './stored-json.ts'

const pairOrder = inOrder<NearPair>(
  by((pair) => pair.a, byText),
  by((pair) => pair.b, byText),
)

/** What comparisons of texts found. Derived: a comparison can always be made again. */
export function nearReads(connection: Connection): Pick<StoreReader, 'nearPairs' | 'uncompared'> {
  return {
    nearPairs(of) {
      const rows =
        of === undefined
          ? connection.all<{ body: string }>('SELECT body FROM near_pairs')
          : connection.all<{ body: string }>(
              'SELECT body FROM near_pairs WHERE a = ?1 UNION ALL SELECT body FROM near_pairs WHERE b = ?1',
              of,
            )
      return parseBodies<NearPair>(rows).sort(pairOrder)
    },
    uncompared: () =>
      connection
        .all<{ id: EntryId }>(
          'SELECT id FROM entries INDEXED BY entries_compared WHERE compared < ? ORDER BY id',
          GUARD_VERSION,
        )
        .map((row) => row.id),
  }
}

export function nearWrites(connection: Connection): Pick<StoreWriter, 'putNearPairs'> {
  return {
    putNearPairs(compared, pairs) {
      for (const id of compared) {
        dropPairsOf(connection, id)
        connection.run('UPDATE entries SET compared = ? WHERE id = ?', GUARD_VERSION, id)
      }
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
