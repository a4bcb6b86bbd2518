import type { Order } from '../domain/order.ts'

/** The slots of the highest promise so far, ties by id. */
export interface BestSlots {
  /** Starts again with none. */
  clear(): void
  /** The promise below which an offer is in vain. */
  least(): number
  offer(slot: number, promise: number): void
  /** The best first. */
  list(): readonly number[]
}

/** Keeps the best few of many: a short sorted list, because nearly every offer is turned away. */
export function createBest(limit: number, bySlotId: Order<number>): BestSlots {
  const slots = new Int32Array(limit)
  const promises = new Float64Array(limit)
  let count = 0
  let least = 0
  return {
    clear() {
      count = 0
      least = 0
    },
    least: () => least,
    offer(slot, promise) {
      let place = count
      while (place > 0) {
        const other = promises[place - 1] ?? 0
        if (other > promise || (other === promise && bySlotId(slots[place - 1] ?? slot, slot) < 0)) break
        place--
      }
      if (place >= limit) return
      if (count < limit) count++
      for (let moved = count - 1; moved > place; moved--) {
        slots[moved] = slots[moved - 1] ?? 0
        promises[moved] = promises[moved - 1] ?? 0
      }
      slots[place] = slot
      promises[place] = promise
      if (count === limit) least = promises[limit - 1] ?? 0
    },
    list() {
      const list: number[] = []
      for (let place = 0; place < count; place++) list.push(slots[place] ?? 0)
      return list
    },
  }
}
