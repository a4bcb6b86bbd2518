/** Of two groups of items one comes before the other, or takes its place. */
export interface OrderTriple {
  readonly op: string
  readonly left: ReadonlySet<string>
  readonly right: ReadonlySet<string>
}

/** Whether for one operation more items match crosswise than straight. */
export function isSwapped(a: readonly OrderTriple[], b: readonly OrderTriple[]): boolean {
  return a.some((one) =>
    b.some((other) => {
      if (one.op !== other.op) return false
      const straight = shared(one.left, other.left) + shared(one.right, other.right)
      return shared(one.left, other.right) + shared(one.right, other.left) > straight
    }),
  )
}

function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let count = 0
  for (const text of a) if (b.has(text)) count++
  return count
}
