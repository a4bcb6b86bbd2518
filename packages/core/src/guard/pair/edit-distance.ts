/** Whether one text becomes the other by changing, adding or dropping at most `limit` code units. */
export function isWithinEdits(a: string, b: string, limit: number): boolean {
  return Math.abs(a.length - b.length) <= limit && canMatch(a, b, 0, 0, limit)
}

/** What is equal never needs an edit; at each difference the three edits are tried: 3^limit paths at most. */
function canMatch(a: string, b: string, fromA: number, fromB: number, limit: number): boolean {
  let [i, j] = [fromA, fromB]
  while (i < a.length && j < b.length && a.charCodeAt(i) === b.charCodeAt(j)) {
    i++
    j++
  }
  if (i === a.length || j === b.length) return a.length - i + (b.length - j) <= limit
  if (limit === 0) return false
  return (
    canMatch(a, b, i + 1, j + 1, limit - 1) ||
    canMatch(a, b, i + 1, j, limit - 1) ||
    canMatch(a, b, i, j + 1, limit - 1)
  )
}
