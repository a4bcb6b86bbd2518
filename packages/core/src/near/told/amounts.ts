import type { Anchor } from '../../guard/anchors/anchor.ts'
import { isCodeBlock } from '../../guard/anchors/is-code-block.ts'
import { layOut } from '../../guard/pair/comparison.ts'
import { measureSimilarity } from '../../guard/pair/similarity.ts'
import type { Claim } from './claim.ts'

/** What a bound becomes where it is denied: `not exceed` is `at most`. */
const DENIED: Readonly<Record<string, string>> = { '>': '<=', '<': '>=', '>=': '<', '<=': '>' }
const NEGATOR_BEFORE = /(?:\b(?:not|never|nicht|nie|no|nunca)|n't)\s+(?:be\s+|to\s+|go\s+)?$/i
const REACH = 16
const EITHER_SIGN = /\+\/-$/
const MUCH_ALIKE = 0.5

/** Whether two texts still set other bounds where a bound that is denied is read as its opposite. */
export function haveOtherBounds(one: Claim, other: Claim): boolean {
  const [a, b] = [boundsOf(one), boundsOf(other)]
  return [...a].some((bound) => !b.has(bound)) && [...b].some((bound) => !a.has(bound))
}

function boundsOf({ parts: { cues, scanned } }: Claim): ReadonlySet<string> {
  const comparators = cues.filter(({ family }) => family === 'comparator')
  return new Set(
    comparators.map(({ class: bound, start }) => {
      const before = scanned.text.slice(Math.max(0, start - REACH), start)
      return NEGATOR_BEFORE.test(before) ? (DENIED[bound] ?? bound) : bound
    }),
  )
}

/** Whether their numbers differ in more than a sign that stands for either: `+/-5 %`, `by 5 %`. */
export function haveOtherNumbers(one: Claim, other: Claim): boolean {
  const { onlyA, onlyB } = layOut(one.statement, other.statement)
  const [a, b] = [sizesOf(one, onlyA), sizesOf(other, onlyB)]
  return a.size !== b.size || [...a].some((size) => !b.has(size))
}

function sizesOf({ statement: { text } }: Claim, anchors: readonly Anchor[]): ReadonlySet<string> {
  const numbers = anchors.filter(({ type }) => type === 'num')
  return new Set(
    numbers.map(({ value, unit = '', start }) => {
      const isEither = EITHER_SIGN.test(text.slice(0, start + 1))
      return `${isEither ? value.replace(/^-/, '') : value} ${unit}`
    }),
  )
}

/**
 * What two texts that differ in their blocks of code come to: a block is no value that another one
 * takes the place of. Two that are much alike are versions of one example, others are two examples.
 */
export function compareCodeBlocks(one: Claim, other: Claim): 'none' | 'alike' | 'unlike' {
  const { onlyA, onlyB } = layOut(one.statement, other.statement)
  const [a, b] = [onlyA, onlyB].map((anchors) => wordsOf(anchors.filter(isCodeBlock)))
  if (a === undefined || b === undefined || (a.size === 0 && b.size === 0)) return 'none'
  return measureSimilarity(a, b).jaccard >= MUCH_ALIKE ? 'alike' : 'unlike'
}

function wordsOf(anchors: readonly Anchor[]): ReadonlySet<string> {
  return new Set(anchors.flatMap(({ value }) => value.match(/[^\s]+/g) ?? []))
}
