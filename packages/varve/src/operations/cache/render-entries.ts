import {
  alignRendering,
  EMPTY_RENDERING,
  type EntryId,
  idAt,
  type OpenView,
  type RenderedEntry,
  type Rendering,
  type StoreReader,
  shortIdOf,
  shortIds,
  type TokenCounter,
  type UpdatedRendering,
  updateRendering,
} from '@varve/core'
import type { Config } from '../../config/config.ts'
import { renderedEntry } from './rendered-entry.ts'
import type { KeptRendering } from './rendering-file.ts'

export interface RenderingSource {
  readonly reader: StoreReader
  readonly view: OpenView
  readonly config: Config
  readonly counter: TokenCounter
}

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
  const rowsOf = (ids: Iterable<EntryId>) => [...reader.compactionRows({ ids, scopes: view.scopes })]
  const alignment = alignRendering(old, changed, new Set(rowsOf(changed).map((row) => row.id)))
  const shortOf = (id: EntryId) => shortIdOf(alignment, id)
  const fresh = rowsOf(alignment.freshRows.map((row) => idAt(alignment, row))).map((row) =>
    renderedEntry(row, view.viewOf(row.id), reader.entry(row.id), { ...source, shortOf }),
  )
  return updateRendering(old, alignment, fresh)
}

/** Renders every entry, read in large steps. */
export function renderAll(source: RenderingSource): UpdatedRendering {
  const { reader, view } = source
  const rows = [...reader.compactionRows({ scopes: view.scopes })]
  const ids = rows.map((row) => row.id)
  const short = shortIds(ids)
  const rendering = { ...source, shortOf: (id: EntryId) => short.get(id) ?? id }
  const views = view.allViews()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const fresh = new Map<EntryId, RenderedEntry>()
  for (const entry of view.entries({ visibility: 'heads' })) {
    const row = byId.get(entry.id)
    if (row) fresh.set(row.id, renderedEntry(row, views.get(row.id), entry, rendering))
  }
  const all = rows.map(
    (row) => fresh.get(row.id) ?? renderedEntry(row, views.get(row.id), undefined, rendering),
  )
  return updateRendering(EMPTY_RENDERING, alignRendering(EMPTY_RENDERING, new Set(), new Set(ids)), all)
}
