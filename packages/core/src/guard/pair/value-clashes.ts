import { type Anchor, anchorKey } from '../anchors/anchor.ts'
import { hasLists } from '../language/language.ts'
import type { BoundNumber } from '../relations/binding/find-bindings.ts'
import { VALUE_SETS } from '../relations/exclusive/value-sets.ts'
import { isSwapped } from '../relations/order/order-triple.ts'
import { type Clash, renderSides } from './clash.ts'
import { areDisjoint, type Comparison, eachHasOwn, isSameList } from './comparison.ts'
import { namesOf } from './identity-clashes.ts'
import { findPolarityClash } from './polarity-clash.ts'
import type { Statement } from './statement.ts'
import { wordsBetweenAnchors } from './words-between-anchors.ts'

const MUCH_THE_SAME = 0.8
const STRENGTHS = ['FORB', 'OBL', 'PERM'] as const
const SHADES: ReadonlySet<string> = new Set(['ONLY', 'APPROX'])
export const NOT_ONLY = /\bnot only\b|不仅|不只/i
const MIN_BOUND = 2

/** What shows that two texts say two things of one subject. */
export function listValueClashes(comparison: Comparison): readonly Clash[] {
  return [
    ...numberClashes(comparison),
    ...settingClashes(comparison),
    ...alternativeClashes(comparison),
    ...degreeClashes(comparison),
    ...findPolarityClash(comparison),
    ...sequenceClashes(comparison),
    ...mixedClashes(comparison),
  ]
}

function numberClashes({ a, b, onlyA, onlyB }: Comparison): readonly Clash[] {
  const has = (anchors: readonly Anchor[], type: string): boolean =>
    anchors.some((anchor) => anchor.type === type)
  const clashes: Clash[] = []
  const isMixed = (has(onlyA, 'num') && has(onlyB, 'ver')) || (has(onlyA, 'ver') && has(onlyB, 'num'))
  if (has(onlyA, 'num') && has(onlyB, 'num')) clashes.push(numberClash(onlyA, onlyB))
  else if (a.numbers.some((number) => hasOtherValues(b, number))) {
    clashes.push({ kind: 'value', type: 'num-binding' })
  }
  if ((has(onlyA, 'ver') && has(onlyB, 'ver')) || isMixed) clashes.push({ kind: 'value', type: 'ver' })
  return clashes
}

/** A number with a unit and one without are two measures, not two values of one. */
function numberClash(onlyA: readonly Anchor[], onlyB: readonly Anchor[]): Clash {
  const [a, b] = [onlyA, onlyB].map(
    (anchors) => new Set(anchors.filter(({ type }) => type === 'num').map(({ unit }) => unit !== undefined)),
  )
  const isOneMeasure = a !== undefined && b !== undefined && !areDisjoint(a, b)
  return isOneMeasure ? { kind: 'value', type: 'num' } : { kind: 'value', type: 'num', detail: 'unit' }
}

function hasOtherValues({ numbers }: Comparison['b'], { head, values }: BoundNumber): boolean {
  const others = numbers.find((number) => number.head === head)?.values
  return others !== undefined && !values.some((value) => others.includes(value))
}

/** The same variable or flag with another value. */
function settingClashes({ onlyA, onlyB }: Comparison): readonly Clash[] {
  if (onlyA.length === 0 || onlyB.length === 0) return []
  return (['env', 'flag'] as const)
    .filter((type) => {
      const [a, b] = [onlyA, onlyB].map((anchors) =>
        namesOf(anchors.filter((anchor) => anchor.type === type)),
      )
      return a !== undefined && b !== undefined && [...a].some((name) => b.has(name))
    })
    .map((type) => ({ kind: 'value', type: `${type}-value` }))
}

function alternativeClashes({ a, b }: Comparison): readonly Clash[] {
  if (a.members.size === 0 || b.members.size === 0) return []
  return [...a.members.keys()]
    .filter((set) => Object.hasOwn(VALUE_SETS, set))
    .filter((set) => eachHasOwn(a.members.get(set) ?? NOTHING, b.members.get(set) ?? NOTHING))
    .sort()
    .map((set) => ({ kind: 'value', type: 'excl', detail: set }))
}

/** How many, how much, and how strictly. */
function degreeClashes({ a, b }: Comparison): readonly Clash[] {
  const clashes: Clash[] = []
  const amounts = [a, b].map(
    ({ classes }) => new Set([...classes.quantifier].filter((name) => !SHADES.has(name))),
  )
  const [amountA = new Set<string>(), amountB = new Set<string>()] = amounts
  const isNotOnly = NOT_ONLY.test(a.prepared) !== NOT_ONLY.test(b.prepared)
  if (areDisjoint(amountA, amountB) || isNotOnly) {
    clashes.push({
      kind: 'value',
      type: 'quant',
      detail: isNotOnly ? 'NOT-ONLY' : renderSides(amountA, amountB),
    })
  }
  if (eachHasOwn(a.classes.comparator, b.classes.comparator)) {
    const detail = renderSides(a.classes.comparator, b.classes.comparator)
    clashes.push({ kind: 'value', type: 'cmp', detail })
  }
  const [strengthA, strengthB] = [strengthsOf(a.classes.modality), strengthsOf(b.classes.modality)]
  if (areDisjoint(strengthA, strengthB)) {
    clashes.push({ kind: 'value', type: 'modal', detail: renderSides(strengthA, strengthB) })
  }
  return clashes
}

function strengthsOf(modality: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(STRENGTHS.filter((strength) => modality.has(strength)))
}

/** What stands before what, and which value belongs to which word. */
function sequenceClashes(comparison: Comparison): readonly Clash[] {
  const { a, b, hasSameWords, hasSameSequence } = comparison
  if (!hasLists(a.language) || !hasLists(b.language)) return []
  const clashes: Clash[] = []
  const isTurned = hasSameWords && !hasSameSequence && isDirected(comparison)
  if (isTurned || isSwapped(a.order, b.order)) clashes.push({ kind: 'value', type: 'order' })
  if (hasSameWords && isRebound(comparison)) clashes.push({ kind: 'value', type: 'binding' })
  return clashes
}

function isDirected({ a, b }: Comparison): boolean {
  const hasVerb = a.classes['directed-verb'].size > 0 && b.classes['directed-verb'].size > 0
  return hasVerb && a.isPassive === b.isPassive
}

/** The same words and the same anchors, and only one of the two in another sequence. */
function isRebound({ a, b, onlyA, onlyB }: Comparison): boolean {
  if (onlyA.length > 0 || onlyB.length > 0 || !hasExchangeable(a.anchors)) return false
  const [keysA, keysB] = [a.anchors.map(anchorKey), b.anchors.map(anchorKey)]
  if (!isSameList(keysA.toSorted(), keysB.toSorted())) return false
  if (!isSameList(keysA, keysB)) return isSameList(a.plainWords, b.plainWords)
  return !isSameList(a.plainWords, b.plainWords) && !isReworded(a, b)
}

/** Only two values of one kind can have changed places: a path is never taken for a number. */
function hasExchangeable(anchors: readonly Anchor[]): boolean {
  const values = [...Map.groupBy(anchors, ({ type }) => type).values()]
  return values.some((ofType) => new Set(ofType.map(anchorKey)).size >= MIN_BOUND)
}

/**
 * Whether words only changed places between the same two anchors, as `to fetch data` and `for data
 * fetching` do: then each anchor still has the same words on either side.
 */
function isReworded(a: Statement, b: Statement): boolean {
  return isSameList(wordsBetweenAnchors(a), wordsBetweenAnchors(b))
}

function mixedClashes({ onlyA, onlyB, similarity }: Comparison): readonly Clash[] {
  if (onlyA.length === 0 || onlyB.length === 0 || similarity.jaccard < MUCH_THE_SAME) return []
  const [a, b] = [onlyA, onlyB].map((anchors) => new Set(anchors.map(({ type }) => type)))
  return a !== undefined && b !== undefined && areDisjoint(a, b) ? [{ kind: 'value', type: 'mixed' }] : []
}

const NOTHING: ReadonlySet<number> = new Set()
