import type { Order } from '../domain/order.ts'

/** The slots of the highest promise so far, ties by id. */
export interface BestSlots {
  readonly slots: readonly number[]
  /** The promise below which an offer is in vain. */
  least(): number
  offer(slot: number, promise: number): void
}

/** Keeps the best few of many: a short sorted list, because nearly every offer is turned away. */
export function createBest(limit: number, bySlotId: Order<number>): BestSlots {
  const slots: number[] = []
  const promises: number[] = []
  let least = 0
  return {
    slots,
    least: () => least,
    offer(slot, promise) {
      let place = slots.length
      while (place > 0) {
        const other = promises[place - 1] ?? 0
        if (other > promise || (other === promise && bySlotId(slots[place - 1] ?? slot, slot) < 0)) break
        place--
      }
      if (place >= limit) return
      slots.splice(place, 0, slot)
      promises.splice(place, 0, promise)
      if (slots.length > limit) {
        slots.pop()
        promises.pop()
      }
      if (slots.length === limit) least = promises[limit - 1] ?? 0
    },
  }
}
