import { isRecordId } from '../domain/ids.ts'
import type { StoredOperation } from '../domain/operation.ts'
import { headerOf, type JournalRecord, RECORD_SCHEMA, recordHash } from '../domain/record.ts'

/**
 * A record as one immutable file, for journals that git carries: its header, then an operation a line,
 * so that a person can read what it did. Equal records give equal bytes.
 */
export function renderRecordFile(record: JournalRecord): string {
  const header = JSON.stringify({ ...headerOf(record), hash: record.hash })
  const operations = record.operations.map((operation) => `  ${JSON.stringify(operation)}`)
  return `${header.slice(0, -1)},"operations":[\n${operations.join(',\n')}\n]}\n`
}

/** The file name of a record: ids sort as clocks do, so a folder lists them in order. */
export function recordFileName(record: Pick<JournalRecord, 'id'>): string {
  return `${record.id}.json`
}

export type ParsedRecord =
  | { readonly kind: 'record'; readonly record: JournalRecord }
  | { readonly kind: 'bad'; readonly reason: 'invalid_json' | 'no_record' | 'newer_schema' | 'hash_mismatch' }

/** Reads a record file, and proves the record whole by its hash. */
export function parseRecordFile(text: string): ParsedRecord {
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    return { kind: 'bad', reason: 'invalid_json' }
  }
  return proveRecord(value)
}

/** Whether a value is a record, and whole by its hash. */
export function proveRecord(value: unknown): ParsedRecord {
  if (!isRecordShape(value)) return { kind: 'bad', reason: 'no_record' }
  if (value.schema > RECORD_SCHEMA) return { kind: 'bad', reason: 'newer_schema' }
  const record: JournalRecord = { ...headerOf(value), operations: value.operations, hash: value.hash }
  if (recordHash(record, record.operations) !== record.hash) return { kind: 'bad', reason: 'hash_mismatch' }
  return { kind: 'record', record }
}

/** What the hash can't vouch for: that it is a record at all. */
function isRecordShape(value: unknown): value is JournalRecord {
  if (typeof value !== 'object' || value === null) return false
  const { schema, id, hash, project, actor, operations } = value as Readonly<Record<string, unknown>>
  return (
    Number.isInteger(schema) &&
    typeof id === 'string' &&
    isRecordId(id) &&
    typeof hash === 'string' &&
    typeof project === 'string' &&
    typeof actor === 'string' &&
    Array.isArray(operations) &&
    operations.every(isOperationShape)
  )
}

function isOperationShape(value: unknown): value is StoredOperation {
  if (typeof value !== 'object' || value === null || !('op' in value)) return false
  if (value.op === 'entry.add') return 'fields' in value && hasEntryFields(value.fields)
  return typeof value.op === 'string'
}

/** A hash proves who wrote an entry wrote it so; that it has what every reader of it relies on it can't. */
function hasEntryFields(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const fields = value as Readonly<Record<string, unknown>>
  return (
    TEXTS.every((name) => typeof fields[name] === 'string') &&
    Array.isArray(fields.tags) &&
    Array.isArray(fields.refs) &&
    Number.isFinite(fields.created) &&
    typeof fields.source === 'object' &&
    fields.source !== null
  )
}

const TEXTS = ['content', 'type', 'category', 'confidence', 'scope']
