/** Whether a list goes on from another, by the very objects. */
export function beginsWith<T>(list: readonly T[], start: readonly T[]): boolean {
  if (list === start) return true
  if (list.length < start.length) return false
  for (let index = start.length - 1; index >= 0; index--) if (list[index] !== start[index]) return false
  return true
}
