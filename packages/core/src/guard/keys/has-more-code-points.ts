/** Whether a text has more code points than a limit, without counting all of a long one. */
export function hasMoreCodePoints(text: string, limit: number): boolean {
  if (text.length <= limit) return false
  if (text.length > limit * 2) return true
  let count = 0
  for (const _ of text) {
    count++
    if (count > limit) return true
  }
  return false
}
