import {
  type CompactionRow,
  type Confidence,
  type EntryId,
  type RowReads,
  type Scope,
  sortedUnique,
  type Trust,
} from '@varve/core'
import type { Connection } from './connection.ts'
import { listIds } from './list-ids.ts'
import { parseStored } from './stored-json.ts'
import { textSum } from './text-sum.ts'

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

/** Reads of what stage 1 needs to know of entries. */
export function rowReads(connection: Connection): RowReads {
  return {
    compactionRows: ({ ids, scopes }) => {
      if (ids !== undefined) return rowsOfIds(connection, ids, scopes)
      return scopes === undefined || scopes.includes('project')
        ? walkRows(connection, scopes)
        : rowsOfScopes(connection, scopes)
    },
    classMembers: (scope, textKey) =>
      listIds(
        connection,
        `SELECT id FROM entries
         WHERE text_sum = ? AND text_key = ? AND scope = ? AND titled = 0 ORDER BY id`,
        textSum(textKey),
        textKey,
        scope,
      ),
    scopes: () => listScopes(connection),
    slotMembers: (scope, slot) =>
      listIds(connection, 'SELECT id FROM entries WHERE scope = ? AND slot = ? ORDER BY id', scope, slot),
  }
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

/** The few entries of other scopes have an index of their own; the project's are many. */
function listScopes(connection: Connection): readonly Scope[] {
  const others = connection.all<{ scope: Scope }>(
    "SELECT DISTINCT scope FROM entries INDEXED BY entries_scope WHERE scope <> 'project'",
  )
  const own = connection.all<{ scope: Scope }>("SELECT scope FROM entries WHERE scope = 'project' LIMIT 1")
  return sortedUnique([...own, ...others].map((row) => row.scope))
}
