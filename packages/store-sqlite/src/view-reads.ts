import { by, byText, type EntryId, type EntryView, type ViewReads } from '@varve/core'
import type { Connection } from './connection.ts'
import { parseStored } from './stored-json.ts'

type ViewRow = readonly [id: EntryId, view: string | null]

const VIEW_CHUNK = 1000

/** Reads of how entries stand in the resolved view. */
export function viewReads(connection: Connection): ViewReads {
  return {
    view: (id) => {
      const row = connection.get<{ view: string | null }>('SELECT view FROM entries WHERE id = ?', id)
      return parseView(id, row?.view)
    },
    views: (ids) => (ids === undefined ? walkViews(connection) : viewsOf(connection, ids)),
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

function viewsOf(connection: Connection, ids: Iterable<EntryId>): readonly EntryView[] {
  const rows = connection.tuples<ViewRow>(
    'SELECT id, view FROM entries WHERE id IN (SELECT value FROM json_each(?)) AND view IS NOT NULL',
    JSON.stringify([...ids]),
  )
  return rows.flatMap(([id, view]) => parseViews(id, view)).sort(viewOrder)
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

/** Empty members are not kept. */
function parseView(id: EntryId, text: string | null | undefined): EntryView | undefined {
  const view = parseStored<Partial<EntryView> & Pick<EntryView, 'confidence'>>(text)
  return view && { tags: [], also_in: [], forks: [], contested_by: [], stands_for: 0, ...view, id }
}
