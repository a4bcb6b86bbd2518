import { type Component, collectComponent, collectScopes } from '../compact/affected-rows.ts'
import { resolveView } from '../compact/resolve-view.ts'
import type { EntryId } from '../domain/ids.ts'
import type { StoreWriter } from '../ports/store.ts'

/** The scope whose resolved view a store keeps ready; a branch's own entries are laid over it when read. */
export const STORED_SCOPES = ['project'] as const

/** From so many seeds on, reading the whole set is cheaper than asking for the neighbours of each. */
const MANY_SEEDS = 5000

/**
 * Resolves again the components of the view that the seeds lie in, and writes what changed. A
 * component is closed under everything that stage 1 looks at, so the result is that of a full run.
 */
export function refreshViews(writer: StoreWriter, seeds: ReadonlySet<EntryId>): void {
  if (seeds.size === 0) return
  if (seeds.size >= MANY_SEEDS) rebuildViews(writer, seeds)
  else writeViews(writer, collectComponent(writer, seeds, STORED_SCOPES))
}

/** Resolves the whole stored view again. `gone` are entries that may have left it. */
export function rebuildViews(writer: StoreWriter, gone: Iterable<EntryId> = allIds(writer)): void {
  const whole = collectScopes(writer, STORED_SCOPES)
  writeViews(writer, { ...whole, ids: [...new Set([...whole.ids, ...gone])] })
}

function writeViews(writer: StoreWriter, { ids, rows, edges, known }: Component): void {
  const { views, issues } = resolveView(rows, edges, known)
  const resolved = new Set<EntryId>(rows.map((row) => row.id))
  writer.dropViews(ids.filter((id) => !resolved.has(id)))
  writer.putViews(views)
  writer.putViewIssues(new Set(ids), issues)
}

function* allIds(writer: StoreWriter): Generator<EntryId> {
  for (const { id } of writer.compactionRows({})) yield id
}
