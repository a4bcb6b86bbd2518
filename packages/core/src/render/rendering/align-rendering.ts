import type { EntryId } from '../../domain/ids.ts'
import { sortedUnique } from '../../domain/order.ts'
import { findRowOfId, idAtPlace, type OrderedIds, placeOfId } from './find-place.ts'
import { appendIds, NO_IDS } from './id-column.ts'
import { cell, NAMES_OTHERS, type Rendering } from './rendering.ts'
import { shortIdChanges } from './short-id-changes.ts'
import { splicedColumn, splicePieces } from './spliced-rows.ts'

/** What becomes of the rows of a rendering when some of its entries are made anew. */
export interface Alignment extends OrderedIds {
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
  const { now, moved } = moveIds(old, changed, present)
  const renamed = shortIdChanges(old, now, moved)
  const named = renamed.length === 0 ? [] : idsThatNameOthers(old)
  const more = [...renamed, ...named].filter((id) => !changed.has(id))
  return {
    ...now,
    leftRows: rowsOf(old, sortedUnique([...changed, ...more])),
    freshRows: rowsOf(now, sortedUnique([...present, ...more])),
  }
}

/** As `alignRendering`, of a rendering of nothing: all are made anew. The ids are in text order. */
export function alignAll(ids: readonly EntryId[]): Alignment {
  const freshRows = Array.from(ids, (_, row) => row)
  return { ...appendIds(NO_IDS, ids), order: Uint32Array.from(freshRows), leftRows: [], freshRows }
}

/** Takes out the ids that went and puts in those that came; `moved` are both, in text order. */
function moveIds(
  old: Rendering,
  changed: ReadonlySet<EntryId>,
  present: ReadonlySet<EntryId>,
): { readonly now: OrderedIds; readonly moved: readonly EntryId[] } {
  const gone: number[] = []
  const came: EntryId[] = []
  const places: number[] = []
  const moved: EntryId[] = []
  // Ids of the two sets were checked when they were made.
  for (const id of sortedUnique([...changed, ...present]) as EntryId[]) {
    const place = placeOfId(old, id)
    const wasThere = idAtPlace(old, place) === id
    if (wasThere === present.has(id)) continue
    moved.push(id)
    if (wasThere) {
      gone.push(place)
    } else {
      came.push(id)
      places.push(place)
    }
  }
  const added = came.map((_, index) => old.idEnds.length + index)
  const pieces = splicePieces(old.order.length, gone, added, places)
  return { now: { ...appendIds(old, came), order: splicedColumn(old.order, pieces) }, moved }
}

function idsThatNameOthers(old: Rendering): readonly EntryId[] {
  const ids: EntryId[] = []
  for (let place = 0; place < old.order.length; place++) {
    if ((cell(old.marks, cell(old.order, place)) & NAMES_OTHERS) === 0) continue
    const id = idAtPlace(old, place)
    if (id !== undefined) ids.push(id)
  }
  return ids
}

function rowsOf(ids: OrderedIds, wanted: readonly string[]): readonly number[] {
  return wanted.flatMap((id) => findRowOfId(ids, id) ?? [])
}
