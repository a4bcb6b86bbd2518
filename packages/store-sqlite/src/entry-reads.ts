import { byText, type Entry, type EntryId, type EntryQuery, type EntryReads, type Scope } from '@varve/core'
import type { ChangeWatch } from './change-watch.ts'
import type { Connection } from './connection.ts'
import { type EntryBodyRow, parseEntry, SELECT_ENTRY_BODIES } from './entry-body.ts'
import { selectEntries } from './entry-query.ts'
import { KeptAnswers } from './kept-answers.ts'
import { KeptReads, READ_MAX } from './kept-reads.ts'
import { listIds } from './list-ids.ts'
import { prefixEnd } from './prefix-end.ts'

const RARE_TAG_MAX = 5000
/** Longer ones are read each time: what is kept stays within some megabytes. */
const KEPT_LENGTH_MAX = 4000
const KEPT_MAX = 2000

type KeptEntries = KeptReads<EntryId, Entry>

/** Reads of entries. */
export function entryReads(connection: Connection, watch: ChangeWatch): EntryReads {
  const kept: KeptEntries = new KeptReads(connection, watch, {
    most: KEPT_MAX,
    mayKeep: ({ content }) => content.length <= KEPT_LENGTH_MAX,
  })
  const shared = new KeptAnswers<boolean>(connection, watch)
  return {
    entry: (id) => readEntry(connection, id),
    entryIdsByPrefix: (prefix, limit) =>
      listIds(
        connection,
        'SELECT id FROM entries WHERE id >= ? AND id < ? ORDER BY id LIMIT ?',
        prefix,
        prefixEnd(prefix),
        limit,
      ),
    sharedPrefixes: (prefixes) => listShared(connection, shared, prefixes),
    entries: (query) =>
      asksForFewIds(query)
        ? entriesOfIds(connection, kept, query.ids, query.scopes)
        : walkEntries(connection, query),
  }
}

/** What isn't known in one statement: a question for each would cost a start of a session more than all else that it reads. */
function listShared(
  connection: Connection,
  known: KeptAnswers<boolean>,
  prefixes: readonly string[],
): ReadonlySet<string> {
  const isShared = known.ofAll(prefixes, (missing) => {
    const shared = readShared(connection, missing)
    return missing.map((prefix) => shared.has(prefix))
  })
  return new Set(prefixes.filter((_, index) => isShared[index]))
}

function readShared(connection: Connection, prefixes: readonly string[]): ReadonlySet<string> {
  const ranges = JSON.stringify(prefixes.map((prefix) => ({ prefix, end: prefixEnd(prefix) })))
  const rows = connection.all<{ prefix: string }>(SHARED_PREFIXES, ranges)
  return new Set(rows.map(({ prefix }) => prefix))
}

const SHARED_PREFIXES = `
  SELECT asked.value ->> 'prefix' AS prefix FROM json_each(?) AS asked
  WHERE EXISTS (
    SELECT 1 FROM entries WHERE id >= asked.value ->> 'prefix' AND id < asked.value ->> 'end'
    LIMIT 1 OFFSET 1
  )`

export function readEntry(connection: Connection, id: EntryId): Entry | undefined {
  const [row] = connection.tuples<EntryBodyRow>(`${SELECT_ENTRY_BODIES} WHERE entries.id = ?`, id)
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

type IdsQuery = Pick<EntryQuery, 'scopes'> & Required<Pick<EntryQuery, 'ids'>>

const OF_IDS: ReadonlySet<string> = new Set(['visibility', 'scopes', 'ids'])

/** As most who know their ids ask: all of them, in the order of the ids. Who asks for more than is kept walks. */
function asksForFewIds(query: EntryQuery): query is EntryQuery & IdsQuery {
  return (
    query.ids !== undefined &&
    query.ids.length <= READ_MAX &&
    query.visibility === 'all' &&
    Object.entries(query).every(([name, value]) => OF_IDS.has(name) || value === undefined)
  )
}

function* entriesOfIds(
  connection: Connection,
  kept: KeptEntries,
  ids: readonly EntryId[],
  scopes: readonly Scope[] | undefined,
): Iterable<Entry> {
  const sorted = [...new Set(ids)].sort(byText)
  for (let start = 0; start < sorted.length; start += ENTRY_CHUNK) {
    const chunk = sorted.slice(start, start + ENTRY_CHUNK)
    for (const entry of kept.of(chunk, (missing) => readByIds(connection, missing))) {
      if (scopes?.includes(entry.scope) ?? true) yield entry
    }
  }
}

function readByIds(connection: Connection, ids: readonly EntryId[]): ReadonlyMap<EntryId, Entry> {
  const rows = connection.tuples<EntryBodyRow>(
    `${SELECT_ENTRY_BODIES} WHERE entries.id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(ids),
  )
  return new Map(
    rows.flatMap((row) => {
      const entry = parseEntry(row)
      return entry === undefined ? [] : [[row[1], entry] as const]
    }),
  )
}

/** In the order of the numbers. */
function readEntries(connection: Connection, numbers: readonly number[]): readonly Entry[] {
  const rows = connection.tuples<EntryBodyRow>(
    `${SELECT_ENTRY_BODIES} WHERE entries.n IN (SELECT value FROM json_each(?))`,
    JSON.stringify(numbers),
  )
  const byNumber = new Map(rows.map((row) => [row[0], row]))
  return numbers.flatMap((n) => {
    const row = byNumber.get(n)
    return (row && parseEntry(row)) ?? []
  })
}

function isRareTag(connection: Connection, tag: string | undefined): boolean {
  if (tag === undefined) return false
  const sql = 'SELECT count(*) AS n FROM (SELECT 1 FROM entry_tags WHERE tag = ? LIMIT ?)'
  return (connection.get<{ n: number }>(sql, tag, RARE_TAG_MAX)?.n ?? 0) < RARE_TAG_MAX
}
