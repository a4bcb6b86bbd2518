import { type DamagedRecord, recordHash, type StoredOperation } from '@varve/core'
import type { Connection } from './connection.ts'
import { POSITIONS_PER_RECORD } from './positions.ts'
import { headerOfRow, type RecordRow } from './record-row.ts'
import { parseOperation } from './stored-json.ts'

type Damage = 'header_unreadable' | 'operation_unreadable' | 'hash_mismatch'

const CHUNK = 500

/** Proves every record of the journal by its hash, a chunk at a time, and names those that fail. By id. */
export function findDamagedRecords(connection: Connection): readonly DamagedRecord[] {
  const damaged: DamagedRecord[] = []
  for (let last = ''; ; ) {
    const rows = connection.all<RecordRow>(
      'SELECT * FROM records WHERE id > ? ORDER BY id LIMIT ?',
      last,
      CHUNK,
    )
    for (const row of rows) {
      const reason = damageOf(connection, row)
      if (reason !== undefined) damaged.push({ id: row.id, reason })
    }
    const end = rows.at(-1)
    if (end === undefined) return damaged
    last = end.id
  }
}

function damageOf(connection: Connection, row: RecordRow): Damage | undefined {
  const header = headerOfRow(row)
  if (header === undefined) return 'header_unreadable'
  let readable = 0
  const counted = function* (): Iterable<StoredOperation> {
    for (const operation of walkOperations(connection, row.n)) {
      readable++
      yield operation
    }
  }
  const hash = recordHash(header, counted())
  if (readable !== row.size) return 'operation_unreadable'
  return hash === row.hash ? undefined : 'hash_mismatch'
}

function* walkOperations(connection: Connection, record: number): Iterable<StoredOperation> {
  const end = (record + 1) * POSITIONS_PER_RECORD
  for (let from = record * POSITIONS_PER_RECORD; ; ) {
    const rows = connection.all<{ n: number; sum: number; text: string }>(
      'SELECT n, sum, body AS text FROM operations WHERE n >= ? AND n < ? ORDER BY n LIMIT ?',
      from,
      end,
      CHUNK,
    )
    for (const row of rows) {
      const operation = parseOperation(row)
      if (operation !== undefined) yield operation
    }
    const last = rows.at(-1)
    if (last === undefined) return
    from = last.n + 1
  }
}
