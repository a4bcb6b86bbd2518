import {
  type CompactionRow,
  type Entry,
  type EntryId,
  type EntryView,
  type EntryWrites,
  recordOf,
  type ViewWrites,
} from '@varve/core'
import type { ChangeLog } from './changes.ts'
import type { Connection } from './connection.ts'
import { type EntryBase, entryBody } from './entry-body.ts'
import { readEntry } from './entry-reads.ts'
import type { LatestRecord } from './latest-record.ts'
import { forgetComparison } from './near-pairs.ts'
import { POSITIONS_PER_RECORD } from './positions.ts'
import { dropFromIndex, hasSameText, putIntoIndex } from './search-index.ts'
import { parseOperation } from './stored-json.ts'
import { textSum } from './text-sum.ts'
import { dropVector } from './vectors.ts'

const COLUMNS = [
  'at',
  'scope',
  'category',
  'type',
  'titled',
  'pinned',
  'retracted',
  'forgotten',
  'confidence',
  'trust',
  'created',
  'updated',
  'value',
  'slot',
  'text_sum',
  'text_key',
  'tags',
  'content_hash',
  'marks',
  'base',
  'body',
] as const

const INSERT = `INSERT INTO entries (id, ${COLUMNS.join(', ')}) VALUES (?${', ?'.repeat(COLUMNS.length)})`
const UPDATE = `UPDATE entries SET ${COLUMNS.map((column) => `${column} = ?`).join(', ')} WHERE n = ?`

/** What one transaction remembers of what it wrote. */
export interface Written {
  readonly latest: LatestRecord
  readonly changes: ChangeLog
  /** Words that it has put into the vocabulary. */
  readonly words: Set<string>
}

/** Writes of entries and their views. */
export function entryWrites(connection: Connection, written: Written): EntryWrites & ViewWrites {
  const { changes } = written
  return {
    putEntry(entry, row) {
      changes.note(entry.id)
      putEntry(connection, written, entry, row)
    },
    dropEntry(id) {
      changes.note(id)
      dropEntry(connection, id)
    },
    putViews(views) {
      for (const view of views) {
        changes.note(view.id)
        putView(connection, view)
      }
    },
    dropViews(ids) {
      for (const id of ids) {
        changes.note(id)
        connection.run('UPDATE entries SET hidden = 0, hidden_by = NULL, view = NULL WHERE id = ?', id)
      }
    },
  }
}

/** Keeps an entry whole in its own row, because the operation that its row leans on is about to go. */
export function detachEntry(connection: Connection, id: EntryId): void {
  const entry = readEntry(connection, id)
  if (entry === undefined) return
  connection.run('UPDATE entries SET base = NULL, body = ? WHERE id = ?', JSON.stringify(entry), id)
}

function putEntry(
  connection: Connection,
  { latest, words }: Written,
  entry: Entry,
  row: CompactionRow,
): void {
  const values = columnValues(entry, row, entryBody(entry, findBase(connection, latest, entry)))
  const n = entryNumber(connection, entry.id)
  if (n === undefined) {
    const added = connection.insert(INSERT, entry.id, ...values)
    putTags(connection, added, entry.tags)
    putIntoIndex(connection, added, entry, words)
    return
  }
  const before = readEntry(connection, entry.id)
  if (contentHashOf(connection, n) !== row.content_hash) {
    forgetComparison(connection, entry.id)
    dropVector(connection, n)
  }
  connection.run(UPDATE, ...values, n)
  if (before !== undefined && hasSameText(before, entry)) return
  dropTags(connection, n, before?.tags)
  putTags(connection, n, entry.tags)
  dropFromIndex(connection, n)
  putIntoIndex(connection, n, entry, words)
}

function columnValues(
  entry: Entry,
  row: CompactionRow,
  { base, body }: ReturnType<typeof entryBody>,
): readonly (string | number | null)[] {
  return [
    row.at,
    row.scope,
    row.category,
    entry.type,
    Number(row.titled),
    Number(row.pinned),
    Number(row.retracted),
    Number(row.forgotten),
    row.confidence,
    row.trust,
    entry.created,
    entry.updated,
    entry.value ?? null,
    row.slot,
    row.text_key === null ? null : textSum(row.text_key),
    row.text_key,
    JSON.stringify(row.tags),
    row.content_hash,
    row.marks,
    base,
    body,
  ]
}

/** The operation that wrote the text shown, where the journal has it. */
function findBase(connection: Connection, latest: LatestRecord, entry: Entry): EntryBase | undefined {
  const record = recordOf(entry.text_version)
  const position = Number(entry.text_version.slice(record.length + 1))
  if (latest.current?.record.id === record) {
    const operation = latest.current.record.operations[position]
    return operation && { n: latest.current.n * POSITIONS_PER_RECORD + position, record, operation }
  }
  const row = connection.get<{ n: number; sum: number; text: string }>(
    `SELECT operations.n, operations.sum, body AS text FROM records JOIN operations
     ON operations.n = records.n * ${POSITIONS_PER_RECORD} + ? WHERE records.id = ?`,
    position,
    record,
  )
  const operation = row && parseOperation(row)
  return row && operation && { n: row.n, record, operation }
}

function dropEntry(connection: Connection, id: EntryId): void {
  const n = entryNumber(connection, id)
  if (n === undefined) return
  dropTags(connection, n, readEntry(connection, id)?.tags)
  dropFromIndex(connection, n)
  forgetComparison(connection, id)
  dropVector(connection, n)
  connection.run('DELETE FROM entries WHERE n = ?', n)
}

function contentHashOf(connection: Connection, n: number): string | undefined {
  return connection.get<{ content_hash: string }>('SELECT content_hash FROM entries WHERE n = ?', n)
    ?.content_hash
}

function entryNumber(connection: Connection, id: EntryId): number | undefined {
  return connection.get<{ n: number }>('SELECT n FROM entries WHERE id = ?', id)?.n
}

function putTags(connection: Connection, n: number, tags: readonly string[]): void {
  for (const tag of tags) connection.run('INSERT OR IGNORE INTO entry_tags (tag, n) VALUES (?, ?)', tag, n)
}

/** Tags are found by tag alone; of a damaged entry, whose tags are not known, all are looked through. */
function dropTags(connection: Connection, n: number, tags: readonly string[] | undefined): void {
  if (tags === undefined) connection.run('DELETE FROM entry_tags WHERE n = ?', n)
  for (const tag of tags ?? []) connection.run('DELETE FROM entry_tags WHERE tag = ? AND n = ?', tag, n)
}

/** Most views are put again of heads that stay heads: then no index changes. */
function putView(connection: Connection, view: EntryView): void {
  const text = viewText(view)
  if (
    view.hidden === undefined &&
    connection.run('UPDATE entries SET view = ? WHERE id = ? AND hidden = 0', text, view.id) === 1
  ) {
    return
  }
  connection.run(
    'UPDATE entries SET view = ?, hidden = ?, hidden_by = ? WHERE id = ?',
    text,
    Number(view.hidden !== undefined),
    view.hidden?.by ?? null,
    view.id,
  )
}

/** Empty members are left out: most heads stand for nothing but themselves. */
function viewText(view: EntryView): string {
  const members = Object.entries(view).filter(
    ([name, value]) => name !== 'id' && value !== 0 && !(Array.isArray(value) && value.length === 0),
  )
  return JSON.stringify(Object.fromEntries(members))
}
