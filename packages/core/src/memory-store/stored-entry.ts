import type { Entry } from '../domain/entry.ts'
import type { EntryId } from '../domain/ids.ts'
import { by, byNumber, byText, inOrder, reversed } from '../domain/order.ts'
import type { CompactionRow } from '../ports/store.ts'
import type { UndoableMap } from './undoable-map.ts'

export interface StoredEntry {
  readonly entry: Entry
  readonly row: CompactionRow
}

/** The table of entries that every part of a memory store reads. */
export type StoredEntries = UndoableMap<EntryId, StoredEntry>

/** The ids that score above nothing: best first, ties by id. */
export function bestIds(
  scored: readonly { readonly id: EntryId; readonly score: number }[],
  limit: number,
): readonly EntryId[] {
  return scored
    .filter(({ score }) => score > 0)
    .sort(bestFirst)
    .slice(0, limit)
    .map(({ id }) => id)
}

const bestFirst = inOrder<{ readonly id: EntryId; readonly score: number }>(
  reversed(by(({ score }) => score, byNumber)),
  by(({ id }) => id, byText),
)
