import type { Order } from '../../domain/order.ts'

export interface Heap<T> {
  push(item: T): void
  /** Takes the least item out. */
  pop(): T | undefined
  /** In no order. */
  items(): readonly T[]
}

/** A binary heap: the least item of the order comes out first. */
export function createHeap<T>(order: Order<T>): Heap<T> {
  const items: T[] = []

  function isBefore(a: number, b: number): boolean {
    const [left, right] = [items[a], items[b]]
    return left !== undefined && (right === undefined || order(left, right) < 0)
  }

  function swap(a: number, b: number): void {
    const [left, right] = [items[a], items[b]]
    if (left === undefined || right === undefined) return
    items[a] = right
    items[b] = left
  }

  function sink(): void {
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2]
      const least = isBefore(right, left) ? right : left
      if (!isBefore(least, at)) return
      swap(least, at)
      at = least
    }
  }

  return {
    push(item) {
      items.push(item)
      for (let at = items.length - 1; at > 0; ) {
        const above = (at - 1) >> 1
        if (!isBefore(at, above)) return
        swap(at, above)
        at = above
      }
    },
    pop() {
      const least = items[0]
      const last = items.pop()
      if (last !== undefined && items.length > 0) {
        items[0] = last
        sink()
      }
      return least
    },
    items: () => items,
  }
}
