import type { TokenCounter } from '../../ports/token-counter.ts'
import { cutTokens } from '../compress/cut-tokens.ts'

export interface RecallOptions {
  /** Lines, from 1. */
  readonly range?: readonly [first: number, last: number] | undefined
  /** Shows only lines that have this text in them, or one of several between `|`; capitals don't count. */
  readonly grep?: string | undefined
  /** 4 000 unless said. */
  readonly maxTokens?: number | undefined
}

/** Of a text: what was asked for, and how to get the rest. */
export interface RecalledText {
  readonly text: string
  /** Lines of the whole. */
  readonly lines: number
  /** The first line that did not fit; ask for the range from there. */
  readonly next?: number
}

const MOST_TOKENS = 4000

/** The original, or the lines asked for with their numbers, within so many tokens. */
export function recallText(text: string, options: RecallOptions, counter: TokenCounter): RecalledText {
  const { range, grep, maxTokens = MOST_TOKENS } = options
  const lines = text.split('\n')
  const isWhole = range === undefined && grep === undefined
  if (isWhole && counter.count(text) <= maxTokens) return { text, lines: lines.length }
  const [first, last] = range ?? [1, lines.length]
  const matches = matcher(grep)
  const wanted = lines.flatMap((line, index) =>
    index + 1 >= first && index + 1 <= last && matches(line) ? [{ number: index + 1, line }] : [],
  )
  return { ...within(wanted, maxTokens, counter), lines: lines.length }
}

interface NumberedLine {
  readonly number: number
  readonly line: string
}

function within(
  wanted: readonly NumberedLine[],
  most: number,
  counter: TokenCounter,
): Omit<RecalledText, 'lines'> {
  const shown: string[] = []
  let left = most
  for (const { number, line } of wanted) {
    const printed = `${number}: ${line}`
    left -= counter.count(printed) + 1
    if (left >= 0) shown.push(printed)
    // A line that is too long for an answer of its own is cut: asking on from it would never end.
    else if (shown.length === 0) shown.push(cutTokens(printed, most, counter))
    else return { text: shown.join('\n'), next: number }
    if (left < 0) return nextAfter(shown, wanted, number)
  }
  return { text: shown.join('\n') }
}

function nextAfter(
  shown: readonly string[],
  wanted: readonly NumberedLine[],
  number: number,
): Omit<RecalledText, 'lines'> {
  const next = wanted.find((line) => line.number > number)?.number
  return next === undefined ? { text: shown.join('\n') } : { text: shown.join('\n'), next }
}

/** Plain text: a pattern from outside could take for ever on a text from outside. */
function matcher(grep: string | undefined): (line: string) => boolean {
  if (grep === undefined) return () => true
  const wanted = grep
    .toLowerCase()
    .split('|')
    .filter((each) => each !== '')
  return (line) => wanted.some((each) => line.toLowerCase().includes(each))
}
