import { codePointCount } from '../../counters/code-point-count.ts'
import { VarveError } from '../../domain/errors.ts'
import type { TokenCounter } from '../../ports/token-counter.ts'

/** How much of an output there may be: everything that is printed, the last line feed too. */
export interface Budget {
  /** Code points. */
  readonly maxChars?: number | undefined
  readonly maxTokens?: number | undefined
  readonly counter: TokenCounter
}

export function fitsBudget(text: string, { maxChars, maxTokens, counter }: Budget): boolean {
  if (maxChars !== undefined && codePointCount(text) > maxChars) return false
  return maxTokens === undefined || counter.count(text) <= maxTokens
}

export function isUnlimited({ maxChars, maxTokens }: Budget): boolean {
  return maxChars === undefined && maxTokens === undefined
}

/**
 * The most parts whose rendering fits, or undefined where not even none does. Looked for from below,
 * so that the work is that of what fits and not of all there is.
 */
export function countThatFits(
  total: number,
  render: (count: number) => string,
  budget: Budget,
): number | undefined {
  const fits = (count: number) => fitsBudget(render(count), budget)
  if (!fits(0)) return undefined
  let least = 0
  let most = 1
  while (most <= total && fits(most)) {
    least = most
    most *= 2
  }
  most = Math.min(most - 1, total)
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (fits(middle)) least = middle
    else most = middle - 1
  }
  return least
}

/** Says what the smallest output would take; `command` is one with a budget that is enough for it. */
export function budgetTooSmallError(
  smallest: string,
  { maxChars, counter }: Budget,
  command: string,
): VarveError {
  const chars = codePointCount(smallest)
  const tokens = counter.count(smallest)
  const isByChars = maxChars !== undefined && chars > maxChars
  const needed = isByChars ? `${chars} characters` : `${tokens} tokens (${counter.name})`
  return new VarveError('budget_too_small', `budget too small: needs at least ${needed}`, {
    fix: [`${command} ${isByChars ? `--max-chars ${chars}` : `--max-tokens ${tokens}`}`],
  })
}
