import {
  byText,
  type EntityKey,
  type Event,
  entryEntity,
  type JournalReads,
  type JournalRecord,
  type RecordHeader,
  type RecordId,
  type RecordQuery,
  type SomeOperations,
  type StoredOperation,
  type StoredRecord,
} from '@varve/core'
import type { Connection } from './connection.ts'
import { findDamagedRecords } from './damaged-records.ts'
import type { LatestRecord } from './latest-record.ts'
import { POSITIONS_PER_RECORD } from './positions.ts'
import { prefixEnd } from './prefix-end.ts'
import { headerOfRow, type RecordRow } from './record-row.ts'
import { parseOperation, parseSummed } from './stored-json.ts'

interface OperationRow {
  readonly n: number
  readonly sum: number
  readonly text: string
}

const ENTITY_CHUNK = 1000

/** Reads of records and events. A damaged row is left out, never thrown at the reader. */
export function journalReads(connection: Connection): JournalReads {
  return {
    head: () => connection.get<{ id: RecordId }>('SELECT id FROM records ORDER BY id DESC LIMIT 1')?.id,
    record: (id) => readRecord(connection, id),
    someOperations: (id, query) => someOperations(connection, id, query),
    records: (query) => listRecords(connection, query),
    recordIdsByPrefix: (prefix, limit) =>
      connection
        .all<{ id: RecordId }>(
          'SELECT id FROM records WHERE id >= ? AND id < ? ORDER BY id LIMIT ?',
          prefix,
          prefixEnd(prefix),
          limit,
        )
        .map((row) => row.id),
    events: (entity) => listEvents(connection, entity),
    entities: () => walkEntities(connection),
    damagedRecords: () => findDamagedRecords(connection),
  }
}

/** Undefined where one of its operations is damaged: half a record is no record. */
function readRecord(connection: Connection, id: RecordId): JournalRecord | undefined {
  const row = connection.get<RecordRow>('SELECT * FROM records WHERE id = ?', id)
  const header = row && headerOfRow(row)
  if (row === undefined || header === undefined) return undefined
  const operations: StoredOperation[] = []
  for (const operationRow of operationRows(connection, row.n)) {
    const operation = parseOperation(operationRow)
    if (operation !== undefined) operations.push(operation)
  }
  return operations.length === row.size ? { ...header, operations, hash: row.hash } : undefined
}

function someOperations(
  connection: Connection,
  id: RecordId,
  { entry, limit }: SomeOperations,
): readonly StoredOperation[] | undefined {
  const record = connection.get<{ n: number }>('SELECT n FROM records WHERE id = ?', id)
  if (record === undefined) return undefined
  const touching = entry === undefined ? '' : `AND n IN (${TOUCHING_ENTITY} UNION ${TOUCHING_MENTION})`
  const rows = connection.all<OperationRow>(
    `SELECT n, sum, body AS text FROM operations WHERE n >= ? AND n < ? ${touching} ORDER BY n LIMIT ?`,
    record.n * POSITIONS_PER_RECORD,
    (record.n + 1) * POSITIONS_PER_RECORD,
    ...(entry === undefined ? [] : [entryEntity(entry), entry]),
    limit,
  )
  const operations = rows.flatMap((row) => parseOperation(row) ?? [])
  return operations.length === rows.length ? operations : undefined
}

const TOUCHING_ENTITY = 'SELECT n FROM operation_entities WHERE entity = ?'
const TOUCHING_MENTION = 'SELECT n FROM mentions WHERE entry = ?'

function operationRows(connection: Connection, record: number): readonly OperationRow[] {
  return connection.all<OperationRow>(
    'SELECT n, sum, body AS text FROM operations WHERE n >= ? AND n < ? ORDER BY n',
    record * POSITIONS_PER_RECORD,
    (record + 1) * POSITIONS_PER_RECORD,
  )
}

function listRecords(connection: Connection, query: RecordQuery): readonly StoredRecord[] {
  const conditions: string[] = []
  const values: (string | number)[] = []
  const where = (condition: string, ...given: readonly string[]) => {
    conditions.push(condition)
    values.push(...given)
  }
  if (query.after !== undefined) where('id > ?', query.after)
  if (query.until !== undefined) where('id <= ?', query.until)
  if (query.stage !== undefined) where('stage = ?', query.stage)
  if (query.entity !== undefined) where(`n IN (${RECORDS_OF_ENTITY})`, query.entity)
  if (query.entry !== undefined) {
    where(`n IN (${RECORDS_OF_ENTITY} UNION ${RECORDS_OF_MENTION})`, entryEntity(query.entry), query.entry)
  }
  const filter = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`
  const rows = connection.all<RecordRow>(
    `SELECT * FROM records ${filter} ORDER BY id ${query.newestFirst ? 'DESC' : 'ASC'} LIMIT ?`,
    ...values,
    query.limit ?? -1,
  )
  return rows.flatMap((row) => {
    const header = headerOfRow(row)
    return header === undefined ? [] : [{ ...header, hash: row.hash, size: row.size }]
  })
}

const RECORDS_OF_ENTITY = 'SELECT n >> 24 FROM operation_entities WHERE entity = ?'
const RECORDS_OF_MENTION = 'SELECT n >> 24 FROM mentions WHERE entry = ?'

/**
 * As `events`, inside the transaction that appended a record: what happened in that record alone, as
 * all of an import did, isn't read back.
 */
export function eventsWithLatest(
  connection: Connection,
  latest: LatestRecord,
  entity: EntityKey,
): readonly Event[] {
  if (latest.current === undefined) return listEvents(connection, entity)
  const { record, n: number } = latest.current
  const found = connection.numbers('SELECT n FROM operation_entities WHERE entity = ? ORDER BY n', entity)
  const events = found.flatMap((n) => {
    const position = n - number * POSITIONS_PER_RECORD
    const operation = record.operations[position]
    return operation === undefined ? [] : [{ record: record.id, position, actor: record.actor, operation }]
  })
  return events.length === found.length ? events : listEvents(connection, entity)
}

function listEvents(connection: Connection, entity: EntityKey): readonly Event[] {
  const rows = connection.all<OperationRow & { record: RecordId; header: string; header_sum: number }>(
    `SELECT operations.n, operations.sum, body AS text, id AS record, header, records.sum AS header_sum
     FROM operation_entities JOIN operations USING (n) JOIN records ON records.n = operations.n >> 24
     WHERE entity = ? ORDER BY id, operations.n`,
    entity,
  )
  return rows.flatMap((row) => {
    const operation = parseOperation(row)
    const header = parseSummed<Pick<RecordHeader, 'actor'>>({ text: row.header, sum: row.header_sum })
    if (operation === undefined || header === undefined) return []
    return [{ record: row.record, position: row.n % POSITIONS_PER_RECORD, actor: header.actor, operation }]
  })
}

/**
 * SQLite compares bytes and we compare UTF-16 units; the two differ only beyond U+DFFF. Keys of
 * entries and lineage are ASCII and come first, as `link` is the next: those are walked in the
 * table's order and only the rest, which may hold any character, is gathered and sorted.
 */
function* walkEntities(connection: Connection): Iterable<EntityKey> {
  const rest: EntityKey[] = []
  for (let last = ''; ; ) {
    const keys = connection.all<{ entity: EntityKey }>(
      `SELECT DISTINCT entity FROM operation_entities WHERE entity > ? ORDER BY entity LIMIT ${ENTITY_CHUNK}`,
      last,
    )
    for (const { entity } of keys) {
      if (entity < 'link') yield entity
      else rest.push(entity)
    }
    const end = keys.at(-1)
    if (end === undefined) break
    last = end.entity
  }
  yield* rest.sort(byText)
}
