import { weakestFirst } from '../domain/entry.ts'
import type { EntryId } from '../domain/ids.ts'
import { byText, sortedUnique } from '../domain/order.ts'
import type { CompactionRow } from '../ports/store.ts'

/**
 * The entries that stage 1 looks at, by their place in the total order: a greater index is a newer
 * or stronger entry, so that the rules compare numbers.
 */
export interface EntrySet {
  readonly size: number
  /** Weakest first. */
  readonly rows: readonly CompactionRow[]
  /** Indexes of the entries by id. */
  readonly byId: readonly number[]
  find(id: EntryId): number | undefined
  rowAt(index: number): CompactionRow
  idAt(index: number): EntryId
  /** Sorted ids of the entries at the indexes. */
  idsAt(indexes: Iterable<number>): EntryId[]
}

/** Puts rows into the total order. */
export function entrySetOf(rows: Iterable<CompactionRow>): EntrySet {
  const given = [...rows]
  const ordered = given.toSorted((a, b) => a.at - b.at || weakestFirst(a, b))
  const indexes = new Map<EntryId, number>()
  for (const [index, row] of ordered.entries()) indexes.set(row.id, index)
  const rowAt = (index: number): CompactionRow => {
    const row = ordered[index]
    if (row === undefined) throw new RangeError(`no entry at ${index}`)
    return row
  }
  return {
    size: ordered.length,
    rows: ordered,
    // A store gives rows by id, and sorting what is sorted takes no time.
    byId: given
      .toSorted((a, b) => byText(a.id, b.id))
      .map((row) => indexes.get(row.id))
      .filter((index) => index !== undefined),
    find: (id) => indexes.get(id),
    rowAt,
    idAt: (index) => rowAt(index).id,
    // Sorting keeps the brand: every element is an id of a row.
    idsAt: (at) => sortedUnique([...at].map((index) => rowAt(index).id)) as EntryId[],
  }
}
