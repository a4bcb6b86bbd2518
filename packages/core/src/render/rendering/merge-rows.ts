import type { Order } from '../../domain/order.ts'

/** Sorts `fresh` into rows that are in order already: few of them cost few comparisons. */
export function mergeRows(rows: Uint32Array, fresh: readonly number[], order: Order<number>): Uint32Array {
  const merged = new Uint32Array(rows.length + fresh.length)
  let read = 0
  let written = 0
  for (const row of [...fresh].sort(order)) {
    const end = firstAfter(rows, read, row, order)
    merged.set(rows.subarray(read, end), written)
    written += end - read
    read = end
    merged[written++] = row
  }
  merged.set(rows.subarray(read), written)
  return merged
}

function firstAfter(rows: Uint32Array, start: number, row: number, order: Order<number>): number {
  let least = start
  let most = rows.length
  while (least < most) {
    const middle = (least + most) >>> 1
    if (order(rows[middle] ?? 0, row) < 0) least = middle + 1
    else most = middle
  }
  return least
}
