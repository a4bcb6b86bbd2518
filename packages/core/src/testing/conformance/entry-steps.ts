import { type EntryId, entryId } from '../../domain/ids.ts'
import type { CompactionRow, EntryQuery, EntryView, Store } from '../../ports/store.ts'
import { buildEntry, buildRow } from '../builders.ts'

type EntryOptions = Parameters<typeof buildEntry>[1]

/** Puts an entry with its row, in a transaction of its own. */
export function put(
  store: Store,
  id: string,
  entry: EntryOptions = {},
  row: Partial<CompactionRow> = {},
): void {
  const built = buildEntry(id, entry)
  store.transact('put', (writer) => writer.putEntry(built, buildRow(built, row)))
}

/** Puts views, in a transaction of their own. */
export function show(store: Store, ...views: readonly EntryView[]): void {
  store.transact('show', (writer) => writer.putViews(views))
}

export function idsOf(store: Store, query: Partial<EntryQuery> = {}): readonly string[] {
  return [...store.entries({ visibility: 'all', ...query })].map(({ id }) => id)
}

export function ids(...names: readonly string[]): readonly EntryId[] {
  return names.map(entryId)
}
