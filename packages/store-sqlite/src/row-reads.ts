import {
  type CompactionRow,
  type Confidence,
  type EntryId,
  type RowReads,
  type Scope,
  sortedUnique,
  type Trust,
} from '@varve/core'
import type { ChangeWatch } from './change-watch.ts'
import type { Connection } from './connection.ts'
import { KeptAnswers } from './kept-answers.ts'
import { listIds } from './list-ids.ts'
import { parseStored } from './stored-json.ts'
import { textSum } from './text-sum.ts'

type StoredRow = readonly [
  id: EntryId,
  scope: Scope,
  category: string,
  titled: number,
  text_key: string | null,
  slot: string | null,
  at: number,
  confidence: Confidence,
  trust: Trust,
  pinned: number,
  retracted: number,
  forgotten: number,
  tags: string,
  content_hash: string,
  marks: string,
]

/** Selects a `StoredRow`. */
const SELECT_ROWS = `SELECT id, scope, category, titled, text_key, slot, at, confidence, trust, pinned, retracted,
  forgotten, tags, content_hash, marks FROM entries`
const ROW_CHUNK = 1000
/** Branches and sessions mostly have few, and they are asked for with each look at a view. */
const KEPT_ROWS_MAX = 50

/** Reads of what stage 1 needs to know of entries. */
export function rowReads(connection: Connection, watch: ChangeWatch): RowReads {
  const ofScopes = new KeptAnswers<readonly CompactionRow[]>(
    connection,
    watch,
    (rows) => rows.length <= KEPT_ROWS_MAX,
  )
  return {
    compactionRows: ({ ids, scopes }) => {
      if (ids !== undefined) return rowsOfIds(connection, ids, scopes)
      return scopes === undefined || scopes.includes('project')
        ? walkRows(connection, scopes)
        : rowsOfScopes(connection, ofScopes, scopes)
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
  const sorted = sortedUnique(ids)
  for (let start = 0; start < sorted.length; start += ROW_CHUNK) {
    const rows = connection.tuples<StoredRow>(
      `${SELECT_ROWS} WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`,
      JSON.stringify(sorted.slice(start, start + ROW_CHUNK)),
    )
    for (const row of rows) if (isOfScopes(row, scopes)) yield compactionRow(row)
  }
}

function rowsOfScopes(
  connection: Connection,
  kept: KeptAnswers<readonly CompactionRow[]>,
  scopes: readonly Scope[],
): readonly CompactionRow[] {
  const asked = JSON.stringify(scopes)
  return kept.of(asked, () => readRowsOfScopes(connection, asked))
}

/** The few entries of branches and sessions have an index of their own. */
function readRowsOfScopes(connection: Connection, scopes: string): readonly CompactionRow[] {
  return connection
    .tuples<StoredRow>(
      `${SELECT_ROWS} INDEXED BY entries_scope
       WHERE scope <> 'project' AND scope IN (SELECT value FROM json_each(?)) ORDER BY id`,
      scopes,
    )
    .map(compactionRow)
}

function* walkRows(connection: Connection, scopes: readonly Scope[] | undefined): Iterable<CompactionRow> {
  for (let last = ''; ; ) {
    const rows = connection.tuples<StoredRow>(
      `${SELECT_ROWS} WHERE id > ? ORDER BY id LIMIT ${ROW_CHUNK}`,
      last,
    )
    for (const row of rows) if (isOfScopes(row, scopes)) yield compactionRow(row)
    const end = rows.at(-1)
    if (end === undefined) return
    last = end[0]
  }
}

function isOfScopes([, scope]: StoredRow, scopes: readonly Scope[] | undefined): boolean {
  return scopes?.includes(scope) ?? true
}

function compactionRow([
  id,
  scope,
  category,
  titled,
  text_key,
  slot,
  at,
  confidence,
  trust,
  pinned,
  retracted,
  forgotten,
  tags,
  content_hash,
  marks,
]: StoredRow): CompactionRow {
  return {
    id,
    scope,
    category,
    titled: titled === 1,
    text_key,
    slot,
    at,
    confidence,
    trust,
    pinned: pinned === 1,
    retracted: retracted === 1,
    forgotten: forgotten === 1,
    tags: tags === '[]' ? [] : (parseStored<readonly string[]>(tags) ?? []),
    content_hash,
    marks,
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
