/** Of two groups of items one comes before the other, or takes its place. */
export interface OrderTriple {
  readonly op: string
  readonly left: ReadonlySet<string>
  readonly right: ReadonlySet<string>
}

/**
 * Whether for one operation more items match crosswise than straight. `After X do Y before Z` says two
 * things that share an item: each is compared with what it matches best.
 */
export function isSwapped(a: readonly OrderTriple[], b: readonly OrderTriple[]): boolean {
  return a.some((one) =>
    b.some((other) => {
      const crossed = crosswise(one, other)
      if (crossed <= straight(one, other)) return false
      const isRather = (x: OrderTriple, y: OrderTriple): boolean => straight(x, y) > crossed
      return !b.some((next) => isRather(one, next)) && !a.some((next) => isRather(next, other))
    }),
  )
}

function straight(one: OrderTriple, other: OrderTriple): number {
  return one.op === other.op ? shared(one.left, other.left) + shared(one.right, other.right) : 0
}

function crosswise(one: OrderTriple, other: OrderTriple): number {
  return one.op === other.op ? shared(one.left, other.right) + shared(one.right, other.left) : 0
}

function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let count = 0
  for (const text of a) if (b.has(text)) count++
  return count
}
