import type { EntryId } from '../../domain/ids.ts'
import { byText } from '../../domain/order.ts'

/** The row of an id among ids in text order; of one that isn't there, the row it would take. */
export function rowOf(ids: readonly EntryId[], id: EntryId): number {
  let least = 0
  let most = ids.length
  while (least < most) {
    const middle = (least + most) >>> 1
    if (byText(ids[middle] ?? '', id) < 0) least = middle + 1
    else most = middle
  }
  return least
}
