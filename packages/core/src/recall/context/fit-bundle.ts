import { cutGraphemes } from '../../counters/cut-graphemes.ts'
import { wordEnds } from '../../render/clip-words.ts'
import { type Budget, budgetTooSmallError, countThatFits, fitsBudget, isUnlimited } from '../budget/budget.ts'
import { type Block, type Bundle, CUT_MARK } from './bundle.ts'

/** A body is cut to no fewer characters. */
const LEAST_BODY = 40
/** Code units: no counter takes more for one token. */
const LONGEST_TOKEN = 1024
/** So much longer may the first word be that a cut waits for. */
const LONGEST_WORD = 100

/**
 * The most of a bundle that fits, as it is printed: all of it, or the longest run of first blocks
 * with the next one cut at a word. A block is never passed over for a later, smaller one. Throws
 * `budget_too_small` where not even the empty bundle fits.
 */
export function fitBundle(
  bundle: Bundle,
  render: (bundle: Bundle) => string,
  budget: Budget,
  command: string,
): Bundle {
  if (isUnlimited(budget) || (mayFit(bundle, budget) && fitsBudget(render(bundle), budget))) return bundle
  const { blocks } = bundle
  const firstBlocks = (count: number): Bundle => ({
    ...bundle,
    blocks: blocks.slice(0, count),
    isTruncated: true,
  })
  if (blocks.length === 0) throw budgetTooSmallError(render(bundle), budget, command)
  const count = countThatFits(blocks.length - 1, (some) => render(firstBlocks(some)), budget)
  if (count === undefined) throw budgetTooSmallError(render(firstBlocks(0)), budget, command)
  const next = blocks[count]
  const whole = firstBlocks(count)
  if (next === undefined || bundle.isSummaryOnly) return whole
  const withCut = (body: string): Bundle => ({ ...whole, blocks: [...whole.blocks, cutBlock(next, body)] })
  const body = longestCut(next.body, (cut) => fitsBudget(render(withCut(cut)), budget))
  return body === undefined ? whole : withCut(body)
}

/** Whether the bodies alone leave it open: a bundle of megabytes need not be rendered to see that it is too long. */
function mayFit({ blocks, isSummaryOnly }: Bundle, { maxChars, maxTokens }: Budget): boolean {
  if (isSummaryOnly) return true
  let units = 0
  for (const { body } of blocks) units += body.length
  return units <= 2 * (maxChars ?? Infinity) && units <= LONGEST_TOKEN * (maxTokens ?? Infinity)
}

function cutBlock(block: Block, body: string): Block {
  return { ...block, body: body + CUT_MARK, isCut: true }
}

/** The longest proper prefix of whole words that fits; of whole graphemes where a word is very long. */
function longestCut(body: string, fits: (prefix: string) => boolean): string | undefined {
  const least = cutGraphemes(body, LEAST_BODY).length
  if (least >= body.length) return undefined
  const window = body.slice(0, windowLength(body, fits))
  const ends = wordEnds(window).filter(
    (end) => end >= least && end < body.length && (end < window.length || window.length === body.length),
  )
  const [first = Infinity] = ends
  if (first > least + LONGEST_WORD) return longestGraphemes(window, fits)
  return longestOf(ends.length, (at) => body.slice(0, ends[at]), fits)
}

/** No longer prefix can fit: found by doubling, so that of a text of megabytes only its beginning is looked at. */
function windowLength(body: string, fits: (prefix: string) => boolean): number {
  let length = 2 * (LEAST_BODY + LONGEST_WORD)
  while (length < body.length && fits(body.slice(0, length))) length *= 2
  return Math.min(length, body.length)
}

function longestGraphemes(window: string, fits: (prefix: string) => boolean): string | undefined {
  const prefix = (at: number) => cutGraphemes(window, LEAST_BODY + at)
  return longestOf(window.length - LEAST_BODY, prefix, fits)
}

/** The last of a row of ever longer prefixes that fits. */
function longestOf(
  count: number,
  prefixAt: (at: number) => string,
  fits: (prefix: string) => boolean,
): string | undefined {
  if (count < 1 || !fits(prefixAt(0))) return undefined
  let least = 0
  let most = count - 1
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (fits(prefixAt(middle))) least = middle
    else most = middle - 1
  }
  return prefixAt(least)
}
