/** What Chinese and Japanese count with: a numeral before one of these is a number. */
export const COUNTERS = '个次倍名条行台种份章项批轮页级层回件つ人本枚'

/** Words before a numeral that ends a clause. */
export const NUMERAL_OPENERS = '是为到达至约'

/** What multiplies the digits before it. Longer ones come first. */
export const MULTIPLIERS: readonly (readonly [string, bigint])[] = [
  ['百万', 1_000_000n],
  ['千万', 10_000_000n],
  ['万', 10_000n],
  ['萬', 10_000n],
  ['億', 100_000_000n],
  ['亿', 100_000_000n],
]
