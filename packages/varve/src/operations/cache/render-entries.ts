import {
  type Alignment,
  alignAll,
  alignRendering,
  byText,
  EMPTY_RENDERING,
  type Entry,
  type EntryId,
  idAt,
  type OpenView,
  type RenderedEntry,
  type Rendering,
  type StoreReader,
  sharedShortId,
  shortIdOf,
  type TokenCounter,
  type UpdatedRendering,
  updateRendering,
} from '@varve/core'
import type { Config } from '../../config/config.ts'
import { fixYoungHeap, MANY_ENTRIES } from '../heap/young-heap.ts'
import { type RenderRow, renderedEntry, renderRow } from './rendered-entry.ts'
import type { KeptRendering } from './rendering-file.ts'

export interface RenderingSource {
  readonly reader: StoreReader
  readonly view: OpenView
  readonly config: Config
  readonly counter: TokenCounter
}

const ROWS_AT_ONCE = 1000
/** So many are read by their ids in one question. */
const FEW_AT_ONCE = 200
/** More changes than this are no quicker one by one. */
const MOST_CHANGES = 2000
/** Where more of the rows than this share are of entries that went, a rendering takes room for nothing. */
const MOST_GONE = 0.25

/** Ids of what stands otherwise than in the kept rendering; undefined where that isn't known, or is much. */
export function changesSince(
  { reader, view }: Pick<RenderingSource, 'reader' | 'view'>,
  kept: KeptRendering | undefined,
): ReadonlySet<EntryId> | undefined {
  const changed = kept && reader.changedSince(kept.moment)
  if (kept === undefined || changed === undefined || isWorn(kept)) return undefined
  const all = new Set([...changed, ...kept.overlaid, ...view.overlaid])
  return all.size > MOST_CHANGES ? undefined : all
}

function isWorn({ rendering: { idEnds, order } }: KeptRendering): boolean {
  return idEnds.length - order.length > idEnds.length * MOST_GONE
}

/** Renders the changed entries again. */
export function renderChanges(
  source: RenderingSource,
  old: Rendering,
  changed: ReadonlySet<EntryId>,
): UpdatedRendering {
  const { reader, view } = source
  const rowsOf = (ids: Iterable<EntryId>) =>
    Array.from(reader.compactionRows({ ids, scopes: view.scopes }), renderRow)
  const alignment = alignRendering(old, changed, new Set(rowsOf(changed).map((row) => row.id)))
  const rows = rowsOf(alignment.freshRows.map((row) => idAt(alignment, row)))
  return updateRendering(old, alignment, renderFew(source, rows, alignment))
}

function* renderFew(
  source: RenderingSource,
  rows: readonly RenderRow[],
  alignment: Alignment,
): Generator<RenderedEntry> {
  const { reader, view } = source
  const rendering = { ...source, shortOf: (id: EntryId) => shortIdOf(alignment, id) }
  for (let start = 0; start < rows.length; start += FEW_AT_ONCE) {
    const some = rows.slice(start, start + FEW_AT_ONCE)
    const ids = some.map((row) => row.id)
    const views = view.viewsOf(ids)
    const entries = new Map(
      Array.from(reader.entries({ ids, visibility: 'all' }), (entry) => [entry.id, entry]),
    )
    for (const row of some) {
      yield renderedEntry(row, views.get(row.id), entries.get(row.id), rendering)
    }
  }
}

/** Renders every entry, a step at a time, so that what was read can go. */
export function renderAll(source: RenderingSource): UpdatedRendering {
  const { reader, view } = source
  const rows = Array.from(reader.compactionRows({ scopes: view.scopes }), renderRow)
  if (rows.length >= MANY_ENTRIES) fixYoungHeap()
  const alignment = alignAll(rows.map((row) => row.id))
  return updateRendering(EMPTY_RENDERING, alignment, renderRows(source, rows, alignment))
}

function* renderRows(
  source: RenderingSource,
  rows: readonly RenderRow[],
  alignment: Alignment,
): Generator<RenderedEntry> {
  const { view } = source
  const headOf = findInOrder(view.entries({ visibility: 'heads' }))
  let place = 0
  // Nearly always it is asked for the entry that is being rendered.
  const shortOf = (id: EntryId) =>
    rows[place]?.id === id
      ? sharedShortId(id, rows[place - 1]?.id, rows[place + 1]?.id)
      : shortIdOf(alignment, id)
  const rendering = { ...source, shortOf }
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const some = rows.slice(start, start + ROWS_AT_ONCE)
    const views = view.viewsOf(some.map((row) => row.id))
    for (const row of some) {
      yield renderedEntry(row, views.get(row.id), headOf(row.id), rendering)
      place++
    }
  }
}

/** Finds entries, which come by id, for ids that are asked for in the same order. */
function findInOrder(entries: Iterable<Entry>): (id: EntryId) => Entry | undefined {
  const iterator = entries[Symbol.iterator]()
  let next = iterator.next()
  return (id) => {
    while (next.done !== true && byText(next.value.id, id) < 0) next = iterator.next()
    return next.done !== true && next.value.id === id ? next.value : undefined
  }
}
