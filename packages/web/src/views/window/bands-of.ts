import type { WindowPart } from '../../data/answers.ts'

/** Part of a strip. */
export interface Band {
  /** The largest of the parts that it is made of. */
  readonly part: WindowPart
  readonly size: number
}

/** A strip is as wide as a page: what is thinner than that of it can't be seen. */
const MOST_BANDS = 1000

/** Parts in order, as bands: those too thin to be seen by themselves share one with what follows. */
export function bandsOf(
  parts: readonly WindowPart[],
  sizeOf: (part: WindowPart) => number,
  total: number,
): readonly Band[] {
  const least = total / MOST_BANDS
  const bands: Band[] = []
  let largest: WindowPart | undefined
  let size = 0
  for (const part of parts) {
    if (largest === undefined || sizeOf(part) > sizeOf(largest)) largest = part
    size += sizeOf(part)
    if (size < least) continue
    bands.push({ part: largest, size })
    largest = undefined
    size = 0
  }
  if (largest !== undefined && size > 0) bands.push({ part: largest, size })
  return bands
}
