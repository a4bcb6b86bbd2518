import type { Clash } from './clash.ts'
import type { Comparison } from './comparison.ts'

/**
 * From which Jaccard on two competing values are said of one subject. A denial asks for more: that two
 * texts share the word that one of them denies says little of what they speak of.
 */
export const LEAST_SHARED = 0.5
export const LEAST_SHARED_OF_NUMBERS = 0.55
const LEAST_SHARED_OF_ORDERS = 0.6
const LEAST_SHARED_OF_DENIALS = 0.6
const LEAST_SHARED_BY_TYPE: Readonly<Record<string, number>> = {
  num: LEAST_SHARED_OF_NUMBERS,
  order: LEAST_SHARED_OF_ORDERS,
  polarity: LEAST_SHARED_OF_DENIALS,
}
/** An alternative of two characters changes up to three pairs of them. */
const LEAST_ALTERNATIVES_IN_CJK = 0.25

/** Whether a value clash is a contradiction: both texts speak of one subject. Else they are distinct. */
export function isOfOneSubject(
  { type, detail }: Clash,
  comparison: Comparison,
  clashes: readonly Clash[],
): boolean {
  if (type === 'num' && detail !== undefined) return false
  if (comparison.hasSameWords) return true
  if (type === 'excl') return isBesideAlternatives(comparison, clashes)
  const least = isInCjk(comparison) ? LEAST_SHARED : (LEAST_SHARED_BY_TYPE[type] ?? LEAST_SHARED)
  return comparison.similarity.jaccard >= least
}

/**
 * What two texts say beside the alternatives that they name. Where each has a word of its own there
 * too, they speak of two things: `Jest for unit tests`, `Playwright for API tests`.
 */
function isBesideAlternatives(comparison: Comparison, clashes: readonly Clash[]): boolean {
  const { a, b } = comparison
  const { shared, jaccard } = comparison.similarity
  if (isInCjk(comparison)) return jaccard >= LEAST_ALTERNATIVES_IN_CJK
  const named = clashes.filter(({ type }) => type === 'excl').length
  const [ownA, ownB] = [a, b].map(({ wordSet }) => Math.max(0, wordSet.size - shared - named))
  if (ownA === undefined || ownB === undefined || (ownA > 0 && ownB > 0)) return false
  return shared > 0 && shared / (shared + ownA + ownB) >= LEAST_SHARED
}

function isInCjk({ a, b }: Comparison): boolean {
  return [a, b].some(({ language }) => language === 'zh' || language === 'ja')
}
