import type { EntryId } from '../../domain/ids.ts'
import { sharedShortId } from '../short-ids.ts'
import { compareId, type IdColumn, idAt } from './id-column.ts'
import { firstPlace } from './spliced-rows.ts'

/** Ids in text order: which row of the column is at which place. */
export interface OrderedIds extends IdColumn {
  readonly order: Uint32Array
}

/** The place of an id; of one that isn't there, the place it would take. */
export function placeOfId(ids: OrderedIds, id: string): number {
  return firstPlace(ids.order, (row) => compareId(ids, row, id))
}

/** The row of an id; undefined where there is none. */
export function findRowOfId(ids: OrderedIds, id: string): number | undefined {
  const row = ids.order[placeOfId(ids, id)]
  return row !== undefined && compareId(ids, row, id) === 0 ? row : undefined
}

/** The id at a place; undefined outside of them. */
export function idAtPlace(ids: OrderedIds, place: number): EntryId | undefined {
  const row = ids.order[place]
  return row === undefined ? undefined : idAt(ids, row)
}

/** The short id of one of the ids. */
export function shortIdOf(ids: OrderedIds, id: EntryId): string {
  return shortIdAtPlace(ids, placeOfId(ids, id))
}

/** The short id of what is at a place. */
export function shortIdAtPlace(ids: OrderedIds, place: number): string {
  return sharedShortId(idAtPlace(ids, place) ?? '', idAtPlace(ids, place - 1), idAtPlace(ids, place + 1))
}
