import type { Entry, Scope } from '../domain/entry.ts'
import type { EntryId } from '../domain/ids.ts'
import type { Issue } from '../domain/issue.ts'
import type { EntryQuery, EntryView, StoreReader } from '../ports/store.ts'
import { canonOf } from './canon.ts'

/** The resolved view as one branch or session sees it. */
export interface OpenView {
  readonly scopes: readonly Scope[]
  /** Entries that stand otherwise here than the store keeps ready. */
  readonly overlaid: ReadonlySet<EntryId>
  viewOf(id: EntryId): EntryView | undefined
  /** How all entries of the scopes stand, for those who ask for many. */
  allViews(): ReadonlyMap<EntryId, EntryView>
  /** How those of the given entries stand that have a view. */
  viewsOf(ids: Iterable<EntryId>): ReadonlyMap<EntryId, EntryView>
  /** The entries that are hidden by one of these at first hand, by id. */
  hiddenBy(tops: Iterable<EntryId>): readonly EntryView[]
  /** The end of the chain of tops from `id`. */
  canon(id: EntryId): EntryId
  /** As `StoreReader.entries`, within the scopes. */
  entries(query: Omit<EntryQuery, 'scopes' | 'exclude'>): Iterable<Entry>
  issues(): readonly Issue[]
}

/**
 * The view of the project and the given further scopes as the store keeps it ready; undefined where an
 * entry is of one of these, so that something is to be resolved.
 */
export function findStoredView(reader: StoreReader, furtherScopes: readonly Scope[]): OpenView | undefined {
  if (furtherScopes.length > 0) {
    for (const _ of reader.compactionRows({ scopes: furtherScopes })) return undefined
  }
  const scopes: readonly Scope[] = ['project', ...furtherScopes]
  const viewOf = (id: EntryId) => reader.view(id)
  return {
    scopes,
    overlaid: new Set(),
    viewOf,
    allViews: () => viewsById(reader),
    viewsOf: (ids) => viewsById(reader, ids),
    hiddenBy: (tops) => reader.hiddenBy(tops),
    canon: (id) => canonOf(id, viewOf),
    entries: (query) => reader.entries({ ...query, scopes }),
    issues: () => reader.viewIssues(),
  }
}

export function viewsById(reader: StoreReader, ids?: Iterable<EntryId>): Map<EntryId, EntryView> {
  const views = new Map<EntryId, EntryView>()
  for (const view of reader.views(ids)) views.set(view.id, view)
  return views
}
