import { cutGraphemes, type TokenCounter } from '@varve/core'

/** As many items as the budget has room for; the text of the first that doesn't fit whole is cut. */
export function withinTokens<T extends { readonly text: string }>(
  items: readonly T[],
  most: number,
  counter: TokenCounter,
): { readonly items: readonly (T & { readonly cut?: true })[]; readonly isCut: boolean } {
  const kept: (T & { readonly cut?: true })[] = []
  const cost = (item: object) => counter.count(JSON.stringify(item)) + 1
  let left = most - FRAME
  for (const item of items) {
    const whole = item.text.length <= left * LONGEST_TOKEN ? cost(item) : Number.POSITIVE_INFINITY
    if (whole > left) {
      const cut = cutItem(item, (each) => cost(each) <= left, left)
      return { items: cut === undefined ? kept : [...kept, cut], isCut: true }
    }
    kept.push(item)
    left -= whole
  }
  return { items: kept, isCut: false }
}

/** Around the items: the query's echo is not of the memory, and counted by nobody. */
const FRAME = 20
/** No token has more characters: what is longer than all of the budget needn't be counted. */
const LONGEST_TOKEN = 16

function cutItem<T extends { readonly text: string }>(
  item: T,
  fits: (item: object) => boolean,
  left: number,
): (T & { readonly cut: true }) | undefined {
  const start = item.text.slice(0, Math.max(0, left) * LONGEST_TOKEN)
  const cutAt = (length: number) => ({ ...item, text: `${cutGraphemes(start, length)}…`, cut: true as const })
  let [low, high] = [0, start.length]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(cutAt(middle))) low = middle
    else high = middle - 1
  }
  return low < LEAST ? undefined : cutAt(low)
}

/** Fewer characters tell nothing. */
const LEAST = 20
