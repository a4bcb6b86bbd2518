import type { EntryId } from '../../domain/ids.ts'
import { sortedUnique } from '../../domain/order.ts'
import { cell, NAMES_OTHERS, type Rendering } from './rendering.ts'
import { rowOf } from './row-of.ts'
import { shortIdChanges } from './short-id-changes.ts'

/** Rows that stay as they are, next to each other before and after. */
export interface Stretch {
  readonly from: number
  readonly to: number
  readonly length: number
}

/** Where each row of a rendering goes when some of its entries are made anew. */
export interface Alignment {
  /** Of every entry there is now, in text order. */
  readonly ids: readonly EntryId[]
  readonly stretches: readonly Stretch[]
  /** Old rows that are gone or made anew. */
  readonly leftRows: readonly number[]
  /** Rows to be made anew, in text order of their ids. */
  readonly freshRows: readonly number[]
}

/**
 * Aligns a rendering with what there is now: of the `changed` ids, those `present` are made anew, the
 * others are gone. An entry whose short id changes with that is made anew too, and whatever names others.
 */
export function alignRendering(
  old: Rendering,
  changed: ReadonlySet<EntryId>,
  present: ReadonlySet<EntryId>,
): Alignment {
  const aligned = alignRows(old.ids, changed, present)
  const renamed = shortIdChanges(old.ids, aligned.ids, movedIds(old.ids, changed, present))
  if (renamed.length === 0) return aligned
  const named = old.ids.filter((_, row) => (cell(old.marks, row) & NAMES_OTHERS) !== 0)
  const more = [...renamed, ...named].filter((id) => !changed.has(id))
  return alignRows(old.ids, new Set([...changed, ...more]), new Set([...present, ...more]))
}

/** Those of the changed ids that came or went. */
function movedIds(
  old: readonly EntryId[],
  changed: ReadonlySet<EntryId>,
  present: ReadonlySet<EntryId>,
): readonly EntryId[] {
  return [...changed].filter((id) => (old[rowOf(old, id)] === id) !== present.has(id))
}

/** Cuts the old rows at each changed id, so that the work goes by the changes. */
function alignRows(
  old: readonly EntryId[],
  changed: ReadonlySet<EntryId>,
  present: ReadonlySet<EntryId>,
): Alignment {
  const ids: EntryId[] = []
  const stretches: Stretch[] = []
  const leftRows: number[] = []
  const freshRows: number[] = []
  let next = 0
  const copyUntil = (end: number) => {
    if (end > next) stretches.push({ from: next, to: ids.length, length: end - next })
    for (; next < end; next++) ids.push(old[next] as EntryId)
  }
  // Ids of the two sets were checked when they were made.
  for (const id of sortedUnique([...changed, ...present]) as EntryId[]) {
    const row = rowOf(old, id)
    copyUntil(row)
    if (old[row] === id) {
      leftRows.push(row)
      next = row + 1
    }
    if (!present.has(id)) continue
    freshRows.push(ids.length)
    ids.push(id)
  }
  copyUntil(old.length)
  return { ids, stretches, leftRows, freshRows }
}

/** For each old row, its row now; −1 where it is gone or made anew. */
export function newRowsOf(rows: number, { stretches }: Alignment): Int32Array {
  const newRows = new Int32Array(rows).fill(-1)
  for (const { from, to, length } of stretches) {
    for (let offset = 0; offset < length; offset++) newRows[from + offset] = to + offset
  }
  return newRows
}
