import { hasLists } from '../language/language.ts'
import type { Clash } from './clash.ts'
import type { Comparison } from './comparison.ts'

const NEAR_IDENTICAL = 0.8
const ALIKE = 0.6

/**
 * One text denies what the other says. A negator alone is no clash: both must share what it bears
 * on, or be much the same.
 */
export function findPolarityClash({ a, b, similarity }: Comparison): readonly Clash[] {
  if (!hasLists(a.language) || !hasLists(b.language)) return []
  const flipped = [...flippedItems(a, b), ...flippedItems(b, a)].sort()
  const isSharedDenial = [...a.negation.negated].some((item) => b.negation.negated.has(item))
  if (flipped.length > 0 && !isSharedDenial) {
    const head = flipped.find((item) => a.negation.heads.has(item) || b.negation.heads.has(item))
    const item = head ?? (similarity.jaccard >= NEAR_IDENTICAL ? flipped[0] : undefined)
    if (item !== undefined) return [{ kind: 'value', type: 'polarity', detail: item }]
  }
  if (a.negation.isAny === b.negation.isAny || similarity.jaccard < ALIKE) return []
  const isMet = meetsConditions(a, b) || meetsConditions(b, a)
  return isMet || addsDenial(a, b) || addsDenial(b, a) ? [] : [{ kind: 'value', type: 'polarity' }]
}

/** What the first denies is nothing that the second speaks of: it says more, and nothing else (MG-20). */
function addsDenial(one: Comparison['a'], other: Comparison['a']): boolean {
  if (one.language === 'zh' || one.language === 'ja') return false
  const { heads } = one.negation
  return heads.size > 0 && ![...heads].some((head) => speaksOf(other, head))
}

/** Whether a text speaks of an item, as a word or as an anchor. */
export function speaksOf({ wordSet, anchorItems, anchorKeys }: Comparison['a'], item: string): boolean {
  return wordSet.has(item) || anchorItems.includes(item) || anchorKeys.has(`code:${item}`)
}

/** Items that the first denies and the second says. */
function flippedItems(one: Comparison['a'], other: Comparison['a']): readonly string[] {
  return [...one.negation.negated].filter(
    (item) => speaksOf(other, item) && !other.negation.negated.has(item) && !isConditionMet(one, other, item),
  )
}

/** Each thing that the first denies it denies on a condition, and the second says that it holds. */
function meetsConditions(one: Comparison['a'], other: Comparison['a']): boolean {
  const { heads, conditions } = one.negation
  if (conditions.length === 0) return false
  const isException = (item: string): boolean => conditions.some(({ unless }) => unless.has(item))
  return [...heads].every((head) => isConditionMet(one, other, head) || isException(head))
}

/** `Do not deploy without a review` says nothing against `Deploy with a review`. */
function isConditionMet(one: Comparison['a'], other: Comparison['a'], item: string): boolean {
  return one.negation.conditions.some(
    ({ denied, unless }) =>
      denied.has(item) &&
      [...unless].every((need) => speaksOf(other, need) && !other.negation.negated.has(need)),
  )
}
