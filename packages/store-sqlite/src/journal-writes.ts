import {
  type EntityKey,
  type EntryId,
  type ErasedOperation,
  entityOf,
  entriesOf,
  entryEntity,
  entryId,
  headerOf,
  type JournalRecord,
  type JournalWrites,
  operationDigest,
  type StoredOperation,
  sha256,
  VarveError,
} from '@varve/core'
import type { Connection } from './connection.ts'
import { detachEntry } from './entry-writes.ts'
import type { LatestRecord } from './latest-record.ts'
import { POSITIONS_PER_RECORD } from './positions.ts'
import { parseOperation, type SummedText } from './stored-json.ts'
import { textSum } from './text-sum.ts'

const ENTRY = 'entry '

/** Appends records and erases the text of purged ones: all that may happen to the journal. */
export function journalWrites(connection: Connection, latest: LatestRecord): JournalWrites {
  return {
    appendRecord: (record) => appendRecord(connection, latest, record),
    eraseEvents(entity) {
      // Only an entry's operations hold text.
      if (!entity.startsWith(ENTRY)) return
      delete latest.current
      eraseEvents(connection, entity, entryId(entity.slice(ENTRY.length)))
    },
  }
}

function appendRecord(connection: Connection, latest: LatestRecord, record: JournalRecord): boolean {
  const { id, stage, ...rest } = headerOf(record)
  if (connection.get('SELECT 1 FROM records WHERE id = ?', id) !== undefined) return false
  if (record.operations.length > POSITIONS_PER_RECORD) {
    throw new VarveError('internal', `a record has at most ${POSITIONS_PER_RECORD} operations`)
  }
  const header = JSON.stringify(rest)
  const n = connection.insert(
    'INSERT INTO records (id, stage, size, hash, sum, header) VALUES (?, ?, ?, ?, ?, ?)',
    id,
    stage,
    record.operations.length,
    record.hash,
    textSum(header),
    header,
  )
  record.operations.forEach((operation, position) => {
    appendOperation(connection, n * POSITIONS_PER_RECORD + position, operation)
  })
  latest.current = { record, n }
  return true
}

function appendOperation(connection: Connection, n: number, operation: StoredOperation): void {
  const body = JSON.stringify(operation)
  connection.run('INSERT INTO operations (n, sum, body) VALUES (?, ?, ?)', n, textSum(body), body)
  const entity = entityOf(operation)
  connection.run('INSERT INTO operation_entities (entity, n) VALUES (?, ?)', entity, n)
  for (const entry of new Set(entriesOf(operation))) {
    // Operations on the entry itself are found by its entity.
    if (entryEntity(entry) === entity) continue
    connection.run('INSERT INTO mentions (entry, n) VALUES (?, ?)', entry, n)
  }
}

/**
 * Puts digests in the place of the operations. The purge itself stays: it names no text, and what
 * arrives later has to find it.
 */
function eraseEvents(connection: Connection, entity: EntityKey, id: EntryId): void {
  const rows = connection.all<SummedText & { readonly n: number }>(
    'SELECT n, sum, body AS text FROM operation_entities JOIN operations USING (n) WHERE entity = ?',
    entity,
  )
  const erasures = rows.flatMap((row) => {
    const erased = erasedOf(row, id)
    return erased === undefined ? [] : [{ n: row.n, body: JSON.stringify(erased) }]
  })
  if (erasures.length === 0) return
  beginErasing(connection)
  detachEntry(connection, id)
  for (const { n, body } of erasures) {
    connection.run('UPDATE operations SET sum = ?, body = ? WHERE n = ?', textSum(body), body, n)
  }
}

/** Undefined where there is nothing to erase. A damaged row is erased too: its record was broken before. */
function erasedOf(row: SummedText, id: EntryId): ErasedOperation | undefined {
  const operation = parseOperation(row)
  if (operation === undefined) return { op: 'erased', was: 'entry.add', id, digest: sha256(row.text) }
  if (operation.op === 'purge' || operation.op === 'erased') return undefined
  return { op: 'erased', was: operation.op, id, digest: operationDigest(operation) }
}

/** From here on this connection overwrites what it frees; the rest is for `scrub`, which has to follow. */
function beginErasing(connection: Connection): void {
  connection.exec('PRAGMA secure_delete = ON')
  connection.run("INSERT OR REPLACE INTO meta (name, value) VALUES ('scrub_due', 'yes')")
}
