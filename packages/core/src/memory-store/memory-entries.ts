import { hasFlag, valueOrUsual } from '../domain/entry.ts'
import type { EntryId } from '../domain/ids.ts'
import { by, byNumber, byText, inOrder, type Order, reversed, sortedUnique } from '../domain/order.ts'
import type { EntryQuery, EntryReads, EntrySort, EntryWrites, RowReads } from '../ports/store.ts'
import { jsonCopy } from './json-copy.ts'
import { memoryChanges } from './memory-changes.ts'
import { memoryNear } from './memory-near.ts'
import { memoryVectors } from './memory-vectors.ts'
import { memoryViews, type StoredViews } from './memory-views.ts'
import { memoryWords } from './memory-words.ts'
import type { StoredEntries, StoredEntry } from './stored-entry.ts'
import { UndoableMap, type UndoLog } from './undoable-map.ts'

/** The entries of a memory store, and all that is kept beside them and follows from them. */
export function memoryEntries(log: UndoLog) {
  const entries: StoredEntries = new UndoableMap(log)
  const views: StoredViews = new UndoableMap(log)
  const { noteChange, ...changes } = memoryChanges(log)
  const isHidden = (id: EntryId) => views.get(id)?.hidden !== undefined
  return {
    ...entryReads(entries, isHidden),
    ...rowReads(entries),
    ...memoryWords(entries),
    ...memoryVectors(log, entries),
    ...memoryNear(log, entries),
    ...memoryViews(views, entries, noteChange),
    ...changes,
    ...entryWrites(entries, views, noteChange),
    countEntries: () => entries.size,
    countHeads: () => entries.keys().filter((id) => !isHidden(id)).length,
  }
}

const SORTS: Readonly<Record<EntrySort, Order<StoredEntry>>> = {
  id: () => 0,
  newest: reversed(by((stored) => stored.row.at, byNumber)),
  created: reversed(by((stored) => stored.entry.created, byNumber)),
  updated: reversed(by((stored) => stored.entry.updated, byNumber)),
  value: reversed(by((stored) => valueOrUsual(stored.entry), byNumber)),
}

function entryReads(entries: StoredEntries, isHidden: (id: EntryId) => boolean): EntryReads {
  return {
    entry: (id) => entries.get(id)?.entry,
    entryIdsByPrefix: (prefix, limit) =>
      entries
        .keys()
        .filter((id) => id.startsWith(prefix))
        .sort(byText)
        .slice(0, limit),
    sharedPrefixes(prefixes) {
      const ids = [...entries.keys()]
      return new Set(prefixes.filter((prefix) => ids.filter((id) => id.startsWith(prefix)).length > 1))
    },
    entries(query) {
      const found = entries.values().filter((stored) => matchesQuery(stored, query, isHidden))
      const offset = query.offset ?? 0
      const end = query.limit === undefined ? undefined : offset + query.limit
      return sorted(found, SORTS[query.sort ?? 'id'])
        .slice(offset, end)
        .map((stored) => stored.entry)
    },
  }
}

function rowReads(entries: StoredEntries): RowReads {
  const rows = () => sorted(entries.values()).map((stored) => stored.row)
  return {
    compactionRows({ ids, scopes }) {
      const wanted = ids === undefined ? undefined : new Set(ids)
      return rows().filter((row) => (wanted?.has(row.id) ?? true) && (scopes?.includes(row.scope) ?? true))
    },
    classMembers: (scope, textKey) =>
      rows()
        .filter((row) => row.scope === scope && row.text_key === textKey && !row.titled)
        .map((row) => row.id),
    scopes: () => sortedUnique(rows().map((row) => row.scope)),
    slotMembers: (scope, slot) =>
      rows()
        .filter((row) => row.scope === scope && row.slot === slot)
        .map((row) => row.id),
  }
}

function entryWrites(
  entries: StoredEntries,
  views: StoredViews,
  noteChange: (id: EntryId) => void,
): EntryWrites {
  return {
    putEntry(entry, row) {
      noteChange(entry.id)
      entries.set(entry.id, jsonCopy({ entry, row }))
    },
    dropEntry(id) {
      noteChange(id)
      entries.delete(id)
      views.delete(id)
    },
  }
}

function matchesQuery(
  { entry, row }: StoredEntry,
  query: EntryQuery,
  isHidden: (id: EntryId) => boolean,
): boolean {
  if (query.visibility !== 'all' && isHidden(entry.id) !== (query.visibility === 'hidden')) return false
  if (query.scopes !== undefined && !query.scopes.includes(entry.scope)) return false
  if (query.category !== undefined && entry.category !== query.category) return false
  if (query.type !== undefined && entry.type !== query.type) return false
  if (query.pinned === true && entry.pinned !== true) return false
  if (query.confidences?.includes(entry.confidence) === false) return false
  if (query.flag !== undefined && !hasFlag(entry, query.flag)) return false
  if (query.tag !== undefined && !entry.tags.includes(query.tag)) return false
  if (query.assertedBefore !== undefined && row.at >= query.assertedBefore) return false
  if (query.assertedSince !== undefined && row.at < query.assertedSince) return false
  if (query.ids !== undefined && !query.ids.includes(entry.id)) return false
  return !(query.exclude?.includes(entry.id) ?? false)
}

function sorted(stored: readonly StoredEntry[], order: Order<StoredEntry> = SORTS.id): StoredEntry[] {
  return [...stored].sort(
    inOrder(
      order,
      by(({ entry }) => entry.id, byText),
    ),
  )
}
