import type { TokenCounter } from '../../ports/token-counter.ts'
import { cutTokens } from '../compress/cut-tokens.ts'

export interface RecallOptions {
  /** Lines, from 1. */
  readonly range?: readonly [first: number, last: number] | undefined
  /** Characters of the first line of the range to leave out: where an answer had to cut it. */
  readonly offset?: number | undefined
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
  /** The first line that did not fit, as a whole or from a character on; ask for the range from there. */
  readonly next?: number
  /** Characters of that line that were shown; ask with it. */
  readonly offset?: number
}

const MOST_TOKENS = 4000

/** The original, or the lines asked for with their numbers, within so many tokens. */
export function recallText(text: string, options: RecallOptions, counter: TokenCounter): RecalledText {
  const { range, offset = 0, grep, maxTokens = MOST_TOKENS } = options
  const lines = text.split('\n')
  const isWhole = range === undefined && grep === undefined && offset === 0
  if (isWhole && counter.count(text) <= maxTokens) return { text, lines: lines.length }
  const [first, last] = range ?? [1, lines.length]
  const matches = matcher(grep)
  const wanted = lines.flatMap((line, index) =>
    index + 1 >= first && index + 1 <= last && matches(line)
      ? [from(index + 1, line, index + 1 === first ? offset : 0)]
      : [],
  )
  return { ...within(wanted, maxTokens, counter), lines: lines.length }
}

interface NumberedLine {
  readonly number: number
  readonly line: string
  /** Where in its line it begins. */
  readonly offset: number
}

function from(number: number, line: string, offset: number): NumberedLine {
  return { number, line: line.slice(offset), offset }
}

function within(
  wanted: readonly NumberedLine[],
  most: number,
  counter: TokenCounter,
): Omit<RecalledText, 'lines'> {
  const shown: string[] = []
  let left = most
  for (const { number, line, offset } of wanted) {
    const label = offset === 0 ? `${number}: ` : `${number}, from character ${offset}: `
    left -= counter.count(label + line) + 1
    if (left >= 0) {
      shown.push(label + line)
      continue
    }
    if (shown.length > 0) return { text: shown.join('\n'), next: number }
    // A line that is too long for an answer of its own is cut, and gone on with from there.
    const beginning = beginningOf(line, most - counter.count(label), counter)
    if (beginning.length < line.length)
      return { text: label + beginning, next: number, offset: offset + beginning.length }
    shown.push(label + line)
    left = 0
  }
  return { text: shown.join('\n') }
}

/** As much of a line as fits, and always something: else asking on would never end. */
function beginningOf(line: string, most: number, counter: TokenCounter): string {
  const beginning = cutTokens(line, Math.max(1, most), counter)
  return beginning === '' ? String.fromCodePoint(line.codePointAt(0) ?? 0) : beginning
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
