import { type Component, collectComponent, collectScopes } from '../compact/affected-rows.ts'
import { resolveView } from '../compact/resolve-view.ts'
import type { EntryId } from '../domain/ids.ts'
import type { StoreWriter } from '../ports/store.ts'

/** The scope whose resolved view a store keeps ready; a branch's own entries are laid over it when read. */
export const STORED_SCOPES = ['project'] as const

/** So many seeds are resolved at a time, so that a large import needs little memory. */
const SEEDS_AT_ONCE = 2000

/**
 * Resolves again the components of the view that the seeds lie in, and writes what changed. A
 * component is closed under everything that stage 1 looks at, so the result is that of a full run.
 */
export function refreshViews(writer: StoreWriter, seeds: Iterable<EntryId>): void {
  const done = new Set<EntryId>()
  let waiting: EntryId[] = []
  const resolveWaiting = (): void => {
    const component = collectComponent(writer, waiting, STORED_SCOPES)
    writeViews(writer, component)
    for (const id of component.ids) done.add(id)
    waiting = []
  }
  for (const id of seeds) {
    if (done.has(id)) continue
    waiting.push(id)
    if (waiting.length === SEEDS_AT_ONCE) resolveWaiting()
  }
  if (waiting.length > 0) resolveWaiting()
}

/** Resolves the whole stored view again. */
export function rebuildViews(writer: StoreWriter): void {
  const whole = collectScopes(writer, STORED_SCOPES)
  const all = new Set<EntryId>(whole.ids)
  for (const { id } of writer.compactionRows({})) all.add(id)
  writeViews(writer, { ...whole, ids: [...all] })
}

function writeViews(writer: StoreWriter, { ids, rows, edges, known }: Component): void {
  const { views, issues } = resolveView(rows, edges, known)
  const resolved = new Set<EntryId>(rows.map((row) => row.id))
  writer.dropViews(ids.filter((id) => !resolved.has(id)))
  writer.putViews(views)
  writer.putViewIssues(new Set(ids), issues)
}
