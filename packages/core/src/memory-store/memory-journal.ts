import type { RecordId } from '../domain/ids.ts'
import {
  type EntityKey,
  type Event,
  entityOf,
  entriesOf,
  entryEntity,
  type StoredOperation,
} from '../domain/operation.ts'
import { by, byText, sortedUnique } from '../domain/order.ts'
import { headerOf, type JournalRecord, operationDigest, recordHash } from '../domain/record.ts'
import type { JournalReads, JournalWrites, RecordQuery } from '../ports/store.ts'
import { jsonCopy } from './json-copy.ts'
import { UndoableMap, type UndoLog } from './undoable-map.ts'

type JournalMethods = JournalReads & JournalWrites & { countRecords(): number }

/** The journal of a memory store. */
export function memoryJournal(log: UndoLog): JournalMethods {
  const records = new UndoableMap<RecordId, JournalRecord>(log)
  const inOrder = () => records.values().sort(by((record) => record.id, byText))

  return {
    head: () => inOrder().at(-1)?.id,
    record: (id) => records.get(id),
    someOperations: (id, { entry, limit }) =>
      records
        .get(id)
        ?.operations.filter((each) => entry === undefined || entriesOf(each).includes(entry))
        .slice(0, limit),
    records(query) {
      const found = inOrder().filter((record) => matchesQuery(record, query))
      if (query.newestFirst) found.reverse()
      return found
        .slice(0, query.limit)
        .map((record) => ({ ...headerOf(record), hash: record.hash, size: record.operations.length }))
    },
    recordIdsByPrefix: (prefix, limit) =>
      inOrder()
        .map((record) => record.id)
        .filter((id) => id.startsWith(prefix))
        .slice(0, limit),
    events: (entity) =>
      inOrder()
        .flatMap(eventsOf)
        .filter((event) => entityOf(event.operation) === entity),
    entities: () => sortedUnique(inOrder().flatMap((record) => record.operations.map(entityOf))),
    damagedRecords: () =>
      inOrder()
        .filter((record) => recordHash(record, record.operations) !== record.hash)
        .map(({ id }) => ({ id, reason: 'hash_mismatch' })),
    countRecords: () => records.size,

    appendRecord(record) {
      if (records.has(record.id)) return false
      records.set(record.id, jsonCopy(record))
      return true
    },
    eraseEvents(entity) {
      for (const record of inOrder()) {
        const operations = record.operations.map((operation) => erased(operation, entity))
        records.set(record.id, { ...record, operations })
      }
    },
  }
}

function matchesQuery(record: JournalRecord, query: RecordQuery): boolean {
  const { after, until, stage, entity, entry } = query
  if (after !== undefined && record.id <= after) return false
  if (until !== undefined && record.id > until) return false
  if (stage !== undefined && record.stage !== stage) return false
  if (entity !== undefined && !record.operations.some((each) => entityOf(each) === entity)) return false
  return entry === undefined || record.operations.some((each) => entriesOf(each).includes(entry))
}

function eventsOf(record: JournalRecord): readonly Event[] {
  return record.operations.map((operation, position) => ({
    record: record.id,
    position,
    actor: record.actor,
    operation,
  }))
}

/** A purge names no text and must outlive it, so it stays as it is; what is no entry's has no text. */
function erased(operation: StoredOperation, entity: EntityKey): StoredOperation {
  if (operation.op === 'purge' || operation.op === 'erased') return operation
  const [id] = entriesOf(operation)
  if (id === undefined || entryEntity(id) !== entity || entityOf(operation) !== entity) return operation
  return { op: 'erased', was: operation.op, id, digest: operationDigest(operation) }
}
