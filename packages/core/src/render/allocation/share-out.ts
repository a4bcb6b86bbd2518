import { by, byNumber, inOrder } from '../../domain/order.ts'

/** Half in equal parts, half by demand: in integers, `(Σd + n·d) / (2·n·Σd)` of the whole. */
export function automaticWeights(demands: readonly number[]): readonly bigint[] {
  const sections = BigInt(demands.length)
  const total = demands.reduce((sum, demand) => sum + BigInt(demand), 0n)
  return demands.map((demand) => total + sections * BigInt(demand))
}

/** Weights in thousandths, so that a fraction still counts. */
export function configuredWeights(weights: readonly number[]): readonly bigint[] {
  return weights.map((weight) => BigInt(Math.max(1, Math.round(weight * 1000))))
}

/**
 * Splits a whole number by weights with the largest remainder method (Hamilton): the parts add up
 * to the whole. Ties go to the first. In big integers, because the products pass 2^53.
 */
export function shareOut(whole: number, weights: readonly bigint[]): readonly number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0n)
  if (total === 0n) return weights.map(() => 0)
  const quotas = weights.map((weight, place) => {
    const product = BigInt(whole) * weight
    return { place, floor: Number(product / total), remainder: product % total }
  })
  const left = whole - quotas.reduce((sum, quota) => sum + quota.floor, 0)
  const first = [...quotas]
    .sort(
      inOrder(
        by((quota) => quota.remainder, largestFirst),
        by((quota) => quota.place, byNumber),
      ),
    )
    .slice(0, left)
  const rounded = new Set(first.map((quota) => quota.place))
  return quotas.map((quota) => quota.floor + (rounded.has(quota.place) ? 1 : 0))
}

function largestFirst(a: bigint, b: bigint): number {
  if (a === b) return 0
  return a > b ? -1 : 1
}
