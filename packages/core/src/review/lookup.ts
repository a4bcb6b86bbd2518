import type { OpenView } from '../compact/open-view.ts'
import type { Entry } from '../domain/entry.ts'
import type { EntryId } from '../domain/ids.ts'
import type { CompactionRow, EntryView, StoreReader } from '../ports/store.ts'

/** Asks for each row, view and entry once. */
export interface Lookup extends Pick<StoreReader, 'entry'> {
  readonly rowOf: (id: string) => CompactionRow | undefined
  readonly viewOf: (id: EntryId) => EntryView | undefined
}

/** For those of `ids` at one go, which of many is much quicker. */
export function lookupOf(reader: StoreReader, view: OpenView, ids: readonly EntryId[] = []): Lookup {
  const { scopes } = view
  const rows = keyed<CompactionRow>(reader.compactionRows({ ids, scopes }))
  const views = keyed<EntryView>(view.viewsOf(ids).values())
  const entries = keyed<Entry>(reader.entries({ ids, visibility: 'all' }))
  return {
    rowOf: (id) => kept(rows, id, () => [...reader.compactionRows({ ids: [id as EntryId], scopes })][0]),
    viewOf: (id) => kept(views, id, () => view.viewOf(id)),
    entry: (id) => kept(entries, id, () => reader.entry(id)),
  }
}

function keyed<T extends { readonly id: string }>(values: Iterable<T>): Map<string, T | undefined> {
  return new Map(Array.from(values, (value) => [value.id, value]))
}

function kept<K, V>(values: Map<K, V | undefined>, key: K, make: () => V | undefined): V | undefined {
  if (!values.has(key)) values.set(key, make())
  return values.get(key)
}
