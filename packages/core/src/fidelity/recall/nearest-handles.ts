import { by, byNumber, byText, inOrder } from '../../domain/order.ts'

const SHOWN = 3

/** The handles that one which isn't known may have been meant to be. */
export function nearestHandles(handle: string, known: readonly string[]): readonly string[] {
  const differing = (other: string) => {
    const length = Math.max(handle.length, other.length)
    let count = 0
    for (let index = 0; index < length; index++) if (handle[index] !== other[index]) count++
    return count
  }
  const order = inOrder<string>(by(differing, byNumber), byText)
  return known.toSorted(order).slice(0, SHOWN)
}
