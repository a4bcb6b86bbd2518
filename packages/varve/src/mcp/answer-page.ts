import { createHash } from 'node:crypto'
import { cutGraphemes, est1, VarveError } from '@varve/core'

/** Tokens of an answer's text, and of its data: hosts cut what is longer, and not where it is best cut. */
export const MOST_TOKENS = 10_000
/** A page leaves room for the line that says how to go on. */
const PAGE_TOKENS = MOST_TOKENS - 100

/** A part of an answer that is too long for one. */
export interface AnswerPage {
  readonly text: string
  /** What is given for the next part; undefined at the end. */
  readonly cursor: string | undefined
  readonly isWhole: boolean
}

/** The part of a text that a cursor stands at. Throws `stale_plan` where the text is another by now. */
export function pageOf(text: string, cursor: unknown): AnswerPage {
  const start = cursor === undefined || cursor === null ? 0 : startOf(text, cursor)
  if (start === 0 && est1.count(text) <= MOST_TOKENS) return { text, cursor: undefined, isWhole: true }
  const end = endOfPage(text, start)
  const isLast = end >= text.length
  return {
    text: text.slice(start, end),
    cursor: isLast ? undefined : `${end}.${markOf(text)}`,
    isWhole: false,
  }
}

function startOf(text: string, cursor: unknown): number {
  const [, at, mark] = /^(\d{1,9})\.([0-9a-f]{8})$/.exec(String(cursor)) ?? []
  if (at === undefined || Number(at) >= text.length) {
    throw new VarveError('invalid_value', `not a cursor of this answer: ${JSON.stringify(cursor)}`, {
      fix: ['call it again without cursor'],
    })
  }
  if (mark === markOf(text)) return Number(at)
  throw new VarveError('stale_plan', 'the memory has changed since the first part of this answer', {
    fix: ['call it again without cursor'],
  })
}

/** After the last whole line that fits; within a line that is longer, after the last whole character. */
function endOfPage(text: string, start: number): number {
  // A token has four characters at most, or is one by itself.
  let low = Math.min(text.length, start + PAGE_TOKENS)
  let high = Math.min(text.length, start + PAGE_TOKENS * 4)
  if (est1.count(text.slice(start, high)) <= PAGE_TOKENS) low = high
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (est1.count(text.slice(start, middle)) <= PAGE_TOKENS) low = middle
    else high = middle - 1
  }
  if (low === text.length) return low
  const line = text.lastIndexOf('\n', low - 1)
  if (line > start) return line + 1
  const cut = cutGraphemes(text.slice(start, low + 64), low - start)
  return start + (cut.length > 0 ? Math.min(cut.length, low - start) : low - start)
}

/** Names a text, so that a cursor is of that one alone. */
export function markOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}
