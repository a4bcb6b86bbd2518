/** A comparator: negative where `a` comes first. */
export type Order<T> = (a: T, b: T) => number

/** Code-unit order of strings: the same on every machine, whatever its locale. */
export function byText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

export function byNumber(a: number, b: number): number {
  return a - b
}

/** Compares by a key of the values. */
export function by<T, K>(key: (value: T) => K, order: Order<K>): Order<T> {
  return (a, b) => order(key(a), key(b))
}

export function reversed<T>(order: Order<T>): Order<T> {
  return (a, b) => order(b, a)
}

/** The first of the orders that tells two values apart decides. */
export function inOrder<T>(...orders: readonly Order<T>[]): Order<T> {
  return (a, b) => {
    for (const order of orders) {
      const result = order(a, b)
      if (result !== 0) return result
    }
    return 0
  }
}

/** Sorted, and each string once. */
export function sortedUnique(values: Iterable<string>): string[] {
  return [...new Set(values)].sort(byText)
}
