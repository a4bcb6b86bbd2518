import {
  by,
  byText,
  type CompactionRow,
  type Confidence,
  type Entry,
  type EntryId,
  type EntryQuery,
  type EntryView,
  type Scope,
  type StoreReader,
  sortedUnique,
  type Trust,
} from '@varve/core'
import type { Connection } from './connection.ts'
import { ENTRY_BODY_COLUMNS, type EntryBodyRow, parseEntry } from './entry-body.ts'
import { selectEntries } from './entry-query.ts'
import { letterWords, matchEntries } from './match-entries.ts'
import { prefixEnd } from './prefix-end.ts'
import { indexTotals } from './search-index.ts'
import { parseStored } from './stored-json.ts'
import { textSum } from './text-sum.ts'
import { WordCounts } from './word-counts.ts'

type EntryReads = Pick<
  StoreReader,
  | 'entry'
  | 'entryIdsByPrefix'
  | 'entries'
  | 'match'
  | 'wordCounts'
  | 'wordTotals'
  | 'letterWords'
  | 'compactionRows'
  | 'classMembers'
  | 'slotMembers'
  | 'scopes'
  | 'view'
  | 'views'
  | 'hiddenBy'
>

interface StoredRow {
  readonly id: EntryId
  readonly scope: Scope
  readonly category: string
  readonly titled: number
  readonly text_key: string | null
  readonly slot: string | null
  readonly at: number
  readonly confidence: Confidence
  readonly trust: Trust
  readonly pinned: number
  readonly retracted: number
  readonly forgotten: number
  readonly tags: string
  readonly content_hash: string
  readonly marks: string
}

const ROW_COLUMNS = `id, scope, category, titled, text_key, slot, at, confidence, trust, pinned, retracted,
  forgotten, tags, content_hash, marks`
const ROW_CHUNK = 1000
const RARE_TAG_MAX = 5000

/** Reads of entries, their stage 1 rows and their views. */
export function entryReads(connection: Connection): EntryReads {
  const counts = new WordCounts(connection)
  return {
    entry: (id) => readEntry(connection, id),
    entryIdsByPrefix: (prefix, limit) =>
      ids(
        connection,
        'SELECT id FROM entries WHERE id >= ? AND id < ? ORDER BY id LIMIT ?',
        prefix,
        prefixEnd(prefix),
        limit,
      ),
    entries: (query) => walkEntries(connection, query),
    match: (query, limit) => matchEntries(connection, counts, query, limit),
    wordCounts: (words) => counts.of(words),
    wordTotals: () => indexTotals(connection),
    letterWords: (length) => letterWords(connection, length),
    compactionRows: ({ ids, scopes }) => {
      if (ids !== undefined) return rowsOfIds(connection, ids, scopes)
      return scopes === undefined || scopes.includes('project')
        ? walkRows(connection, scopes)
        : rowsOfScopes(connection, scopes)
    },
    classMembers: (scope, textKey) =>
      ids(
        connection,
        `SELECT id FROM entries
         WHERE text_sum = ? AND text_key = ? AND scope = ? AND titled = 0 ORDER BY id`,
        textSum(textKey),
        textKey,
        scope,
      ),
    scopes: () => listScopes(connection),
    slotMembers: (scope, slot) =>
      ids(connection, 'SELECT id FROM entries WHERE scope = ? AND slot = ? ORDER BY id', scope, slot),
    view: (id) => {
      const row = connection.get<{ view: string | null }>('SELECT view FROM entries WHERE id = ?', id)
      return parseView(id, row?.view)
    },
    views: (ids) => (ids === undefined ? walkViews(connection) : viewsOf(connection, ids)),
    hiddenBy: (tops) => viewsHiddenBy(connection, tops),
  }
}

export function readEntry(connection: Connection, id: EntryId): Entry | undefined {
  const row = connection.get<EntryBodyRow>(`SELECT ${ENTRY_BODY_COLUMNS} WHERE entries.id = ?`, id)
  return row && parseEntry(row)
}

const ENTRY_CHUNK = 200

/** Finds which rows first and then reads them a few at a time, so that the walker may write meanwhile. */
function* walkEntries(connection: Connection, query: EntryQuery): Iterable<Entry> {
  const { sql, values } = selectEntries(query, isRareTag(connection, query.tag))
  const numbers = connection.numbers(sql, ...values)
  for (let start = 0; start < numbers.length; start += ENTRY_CHUNK) {
    yield* readEntries(connection, numbers.slice(start, start + ENTRY_CHUNK))
  }
}

/** In the order of the numbers. */
function readEntries(connection: Connection, numbers: readonly number[]): readonly Entry[] {
  const rows = connection.all<EntryBodyRow & { readonly n: number }>(
    `SELECT entries.n AS n, ${ENTRY_BODY_COLUMNS} WHERE entries.n IN (SELECT value FROM json_each(?))`,
    JSON.stringify(numbers),
  )
  const byNumber = new Map(rows.map((row) => [row.n, row]))
  return numbers.flatMap((n) => {
    const row = byNumber.get(n)
    return (row && parseEntry(row)) ?? []
  })
}

function* walkViews(connection: Connection): Iterable<EntryView> {
  for (let last: EntryId | '' = ''; ; ) {
    const rows: readonly ViewRow[] = connection.all(
      `SELECT id, view FROM entries WHERE id > ? AND view IS NOT NULL ORDER BY id LIMIT ${ROW_CHUNK}`,
      last,
    )
    for (const { id, view } of rows) yield* parseViews(id, view)
    const end = rows.at(-1)
    if (end === undefined) return
    last = end.id
  }
}

interface ViewRow {
  readonly id: EntryId
  readonly view: string | null
}

function viewsOf(connection: Connection, ids: Iterable<EntryId>): readonly EntryView[] {
  const rows = connection.all<ViewRow>(
    'SELECT id, view FROM entries WHERE id IN (SELECT value FROM json_each(?)) AND view IS NOT NULL',
    JSON.stringify([...ids]),
  )
  return rows.flatMap(({ id, view }) => parseViews(id, view)).sort(viewOrder)
}

function viewsHiddenBy(connection: Connection, tops: Iterable<EntryId>): readonly EntryView[] {
  const rows = connection.all<ViewRow>(
    'SELECT id, view FROM entries WHERE hidden_by IN (SELECT value FROM json_each(?))',
    JSON.stringify([...tops]),
  )
  return rows.flatMap(({ id, view }) => parseViews(id, view)).sort(viewOrder)
}

const viewOrder = by((view: EntryView) => view.id, byText)

function isRareTag(connection: Connection, tag: string | undefined): boolean {
  if (tag === undefined) return false
  const sql = 'SELECT count(*) AS n FROM (SELECT 1 FROM entry_tags WHERE tag = ? LIMIT ?)'
  return (connection.get<{ n: number }>(sql, tag, RARE_TAG_MAX)?.n ?? 0) < RARE_TAG_MAX
}

function* rowsOfIds(
  connection: Connection,
  ids: Iterable<EntryId>,
  scopes: readonly Scope[] | undefined,
): Iterable<CompactionRow> {
  for (const id of sortedUnique(ids)) {
    const row = connection.get<StoredRow>(`SELECT ${ROW_COLUMNS} FROM entries WHERE id = ?`, id)
    if (row !== undefined && (scopes?.includes(row.scope) ?? true)) yield compactionRow(row)
  }
}

/** The few entries of branches and sessions have an index of their own. */
function rowsOfScopes(connection: Connection, scopes: readonly Scope[]): readonly CompactionRow[] {
  return connection
    .all<StoredRow>(
      `SELECT ${ROW_COLUMNS} FROM entries INDEXED BY entries_scope
       WHERE scope <> 'project' AND scope IN (SELECT value FROM json_each(?)) ORDER BY id`,
      JSON.stringify(scopes),
    )
    .map(compactionRow)
}

function* walkRows(connection: Connection, scopes: readonly Scope[] | undefined): Iterable<CompactionRow> {
  for (let last = ''; ; ) {
    const rows = connection.all<StoredRow>(
      `SELECT ${ROW_COLUMNS} FROM entries WHERE id > ? ORDER BY id LIMIT ${ROW_CHUNK}`,
      last,
    )
    for (const row of rows) if (scopes?.includes(row.scope) ?? true) yield compactionRow(row)
    const end = rows.at(-1)
    if (end === undefined) return
    last = end.id
  }
}

/** Member by member: what SQLite gives is slow to copy whole, and slow to read for ever after. */
function compactionRow(row: StoredRow): CompactionRow {
  return {
    id: row.id,
    scope: row.scope,
    category: row.category,
    titled: row.titled === 1,
    text_key: row.text_key,
    slot: row.slot,
    at: row.at,
    confidence: row.confidence,
    trust: row.trust,
    pinned: row.pinned === 1,
    retracted: row.retracted === 1,
    forgotten: row.forgotten === 1,
    tags: row.tags === '[]' ? [] : (parseStored<readonly string[]>(row.tags) ?? []),
    content_hash: row.content_hash,
    marks: row.marks,
  }
}

function parseViews(id: EntryId, text: string | null): readonly EntryView[] {
  const view = parseView(id, text)
  return view ? [view] : []
}

/** Empty members are not kept. */
function parseView(id: EntryId, text: string | null | undefined): EntryView | undefined {
  const view = parseStored<Partial<EntryView> & Pick<EntryView, 'confidence'>>(text)
  return view && { tags: [], also_in: [], forks: [], contested_by: [], stands_for: 0, ...view, id }
}

function ids(
  connection: Connection,
  sql: string,
  ...values: readonly (string | number)[]
): readonly EntryId[] {
  return connection
    .all<{ id: EntryId }>(sql, ...values)
    .map((row) => row.id)
    .sort(byText)
}

/** The few entries of other scopes have an index of their own; the project's are many. */
function listScopes(connection: Connection): readonly Scope[] {
  const others = connection.all<{ scope: Scope }>(
    "SELECT DISTINCT scope FROM entries INDEXED BY entries_scope WHERE scope <> 'project'",
  )
  const own = connection.all<{ scope: Scope }>("SELECT scope FROM entries WHERE scope = 'project' LIMIT 1")
  return sortedUnique([...own, ...others].map((row) => row.scope))
}
