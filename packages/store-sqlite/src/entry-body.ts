import {
  clockOf,
  type Entry,
  type EntryId,
  type Operation,
  type RecordId,
  type StoredOperation,
  versionId,
} from '@varve/core'
import { POSITIONS_PER_RECORD } from './positions.ts'
import { parseOperation, parseStored } from './stored-json.ts'

// An entry's text stands in the journal already, in the operation that added it. An entry row keeps
// that operation's number (`base`) and only the members in which the entry differs from it (`body`):
// nothing at all for an entry that nobody has touched since. Other entries are kept whole.

/** Operation, sum and record are those of the base. */
export type EntryBodyRow = readonly [
  n: number,
  id: EntryId,
  base: number | null,
  body: string | null,
  operation: string | null,
  sum: number | null,
  record: RecordId | null,
]

/** Selects an `EntryBodyRow`. */
export const SELECT_ENTRY_BODIES = `SELECT entries.n, entries.id, entries.base, entries.body,
  operations.body, operations.sum, records.id
  FROM entries LEFT JOIN operations ON operations.n = entries.base
    LEFT JOIN records ON records.n = entries.base >> 24`

/** The operation that added an entry, where the journal has it. */
export interface EntryBase {
  readonly n: number
  readonly record: RecordId
  readonly operation: StoredOperation
}

/** What the row keeps of an entry. */
export function entryBody(
  entry: Entry,
  base: EntryBase | undefined,
): { readonly base: number | null; readonly body: string | null } {
  const start = base && startOf(base, entry.id)
  if (base === undefined || start === undefined) return { base: null, body: JSON.stringify(entry) }
  const changes = changesFrom(start, entry)
  return { base: base.n, body: changes.length === 0 ? null : JSON.stringify(Object.fromEntries(changes)) }
}

/** The entry of a row, or undefined where the row or its base is damaged. */
export function parseEntry([, id, base, body, text, sum, record]: EntryBodyRow): Entry | undefined {
  if (base === null) return parseStored<Entry>(body)
  if (text === null || sum === null || record === null) return undefined
  const operation = parseOperation({ text, sum })
  if (operation === undefined) return undefined
  const start = startOf({ n: base, record, operation }, id)
  if (start === undefined) return undefined
  if (body === null) return start
  const changes = parseStored<Entry>(body)
  return changes && withoutNull({ ...start, ...changes })
}

/** The entry as its first operation left it. */
function startOf(base: EntryBase, id: EntryId): Entry | undefined {
  if (!isAddOf(base.operation, id)) return undefined
  const version = versionId(base.record, base.n % POSITIONS_PER_RECORD)
  const { wall } = clockOf(base.record)
  return {
    id,
    ...base.operation.fields,
    recorded: wall,
    updated: wall,
    state: 'active',
    flags: [],
    sightings: [],
    versions: [version],
    text_version: version,
  }
}

function isAddOf(
  operation: StoredOperation,
  id: EntryId,
): operation is Extract<Operation, { readonly op: 'entry.add' }> {
  return operation.op === 'entry.add' && operation.id === id
}

/** Members to set; null stands for one that is gone, as no member of an entry is ever null itself. */
function changesFrom(start: Entry, entry: Entry): (readonly [string, unknown])[] {
  const before: Readonly<Record<string, unknown>> = { ...start }
  const after: Readonly<Record<string, unknown>> = { ...entry }
  const changes: (readonly [string, unknown])[] = []
  for (const name in after) {
    const value = after[name]
    if (value !== undefined && !isSameJson(before[name], value)) changes.push([name, value])
  }
  for (const name in before) {
    if (before[name] !== undefined && after[name] === undefined) changes.push([name, null])
  }
  return changes
}

function isSameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object') return false
  if (Array.isArray(a) && Array.isArray(b) && a.length === 0 && b.length === 0) return true
  return JSON.stringify(a) === JSON.stringify(b)
}

function withoutNull(entry: Entry): Entry {
  const members = Object.entries(entry).filter(([, value]) => value !== null)
  // Only optional members are ever set to null.
  return Object.fromEntries(members) as unknown as Entry
}
