import { by, byText, type EntryId, type EntryView, type ViewReads } from '@varve/core'
import type { ChangeWatch } from './change-watch.ts'
import type { Connection } from './connection.ts'
import { KeptReads } from './kept-reads.ts'
import { parseStored } from './stored-json.ts'

type ViewRow = readonly [id: EntryId, view: string | null]

const VIEW_CHUNK = 1000
/** Most are of heads, and small. */
const KEPT_MAX = 10_000

/** Undefined where an entry has none. */
type KeptViews = KeptReads<EntryId, EntryView | undefined>

/** Reads of how entries stand in the resolved view. */
export function viewReads(connection: Connection, watch: ChangeWatch): ViewReads {
  const kept: KeptViews = new KeptReads(connection, watch, { most: KEPT_MAX })
  return {
    view: (id) => kept.of([id], ([one]) => new Map([[id, one && readView(connection, one)]]))[0],
    views: (ids) =>
      ids === undefined
        ? walkViews(connection)
        : kept.of([...new Set(ids)].sort(byText), (missing) => readViews(connection, missing)),
    hiddenBy: (tops) => viewsHiddenBy(connection, tops),
  }
}

function* walkViews(connection: Connection): Iterable<EntryView> {
  for (let last: EntryId | '' = ''; ; ) {
    const rows: readonly ViewRow[] = connection.tuples(
      `SELECT id, view FROM entries WHERE id > ? AND view IS NOT NULL ORDER BY id LIMIT ${VIEW_CHUNK}`,
      last,
    )
    for (const [id, view] of rows) yield* parseViews(id, view)
    const end = rows.at(-1)
    if (end === undefined) return
    last = end[0]
  }
}

function readView(connection: Connection, id: EntryId): EntryView | undefined {
  const row = connection.get<{ view: string | null }>('SELECT view FROM entries WHERE id = ?', id)
  return parseView(id, row?.view)
}

function readViews(
  connection: Connection,
  ids: readonly EntryId[],
): ReadonlyMap<EntryId, EntryView | undefined> {
  const rows = connection.tuples<ViewRow>(
    'SELECT id, view FROM entries WHERE id IN (SELECT value FROM json_each(?))',
    JSON.stringify(ids),
  )
  return new Map(rows.map(([id, view]) => [id, parseView(id, view)]))
}

function viewsHiddenBy(connection: Connection, tops: Iterable<EntryId>): readonly EntryView[] {
  const rows = connection.tuples<ViewRow>(
    'SELECT id, view FROM entries WHERE hidden_by IN (SELECT value FROM json_each(?))',
    JSON.stringify([...tops]),
  )
  return rows.flatMap(([id, view]) => parseViews(id, view)).sort(viewOrder)
}

const viewOrder = by((view: EntryView) => view.id, byText)

function parseViews(id: EntryId, text: string | null): readonly EntryView[] {
  const view = parseView(id, text)
  return view ? [view] : []
}

type StoredView = Partial<EntryView> & Pick<EntryView, 'confidence'>

let lastText: string | null | undefined
let last: StoredView | undefined

/** Empty members are not kept. */
function parseView(id: EntryId, text: string | null | undefined): EntryView | undefined {
  // Of entries that nothing relates to, the views are the same text, one after the other.
  if (text !== lastText) {
    last = parseStored<StoredView>(text)
    lastText = text
  }
  return last && { tags: [], also_in: [], forks: [], contested_by: [], stands_for: 0, ...last, id }
}
