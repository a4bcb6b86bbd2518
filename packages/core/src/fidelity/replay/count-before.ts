/** How many of ascending numbers are below `k`. */
export function countBefore(numbers: readonly number[], k: number): number {
  let start = 0
  let end = numbers.length
  while (start < end) {
    const middle = (start + end) >> 1
    if ((numbers[middle] ?? k) < k) start = middle + 1
    else end = middle
  }
  return start
}
