const MOST_RATIOS = 20
const LEAST = 0.7
const MOST = 2

/** The ratios of reported to estimated tokens with a new one, of which the last twenty count. */
export function addRatio(ratios: readonly number[], reported: number, estimated: number): readonly number[] {
  return estimated > 0 ? [...ratios, reported / estimated].slice(-MOST_RATIOS) : ratios
}

/** By how much a session's estimates fall short: the median of its ratios, so that one odd report moves nothing. */
export function calibration(ratios: readonly number[], beforeAny = 1): number {
  const sorted = ratios.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle]
  if (upper === undefined) return beforeAny
  const median = sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2
  return Math.min(MOST, Math.max(LEAST, median))
}
