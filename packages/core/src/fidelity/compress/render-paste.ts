import type { TokenCounter } from '../../ports/token-counter.ts'
import { tokenSize } from '../forms/token-size.ts'

const FEWEST_LINES = 15
const FEWEST_TOKENS = 200
const FENCE = /^\s*(```|~~~)/
const SENTENCE_END = /[.?!] (?=\p{Lu})|。/u

interface Block {
  readonly start: number
  /** The line after its last. */
  readonly end: number
}

/**
 * What a person wrote, word for word, without the blocks that they pasted; undefined where nothing was pasted.
 * A block is fenced, or a run of lines of which none is a sentence.
 */
export function renderPaste(text: string, recall: string, counter: TokenCounter): string | undefined {
  const lines = withPastes(text, counter, (count, tokens) => [
    `[pasted block · ${count} lines · ${tokenSize(tokens)} tok elided · ${recall}]`,
  ])
  return lines?.join('\n')
}

/** The lines that a person wrote themselves. */
export function linesOutsidePastes(text: string, counter: TokenCounter): readonly string[] {
  return withPastes(text, counter, () => []) ?? text.split('\n')
}

/** The lines of a text with others for each of its pasted blocks; undefined where it has none. */
function withPastes(
  text: string,
  counter: TokenCounter,
  insteadOf: (lines: number, tokens: number) => readonly string[],
): readonly string[] | undefined {
  const lines = text.split('\n')
  const shown: string[] = []
  let next = 0
  for (const { start, end } of pastedBlocks(lines)) {
    const tokens = counter.count(lines.slice(start, end).join('\n'))
    if (tokens <= FEWEST_TOKENS) continue
    shown.push(...lines.slice(next, start), ...insteadOf(end - start, tokens))
    next = end
  }
  return next === 0 ? undefined : [...shown, ...lines.slice(next)]
}

/** The blocks of a text in order; they don't overlap. */
function pastedBlocks(lines: readonly string[]): readonly Block[] {
  const blocks: Block[] = []
  let plain = 0
  for (let index = 0; index < lines.length; ) {
    const end = endOfFence(lines, index)
    if (end === undefined) index++
    else {
      blocks.push(...longRuns(lines, plain, index), { start: index, end })
      index = end
      plain = end
    }
  }
  return [...blocks, ...longRuns(lines, plain, lines.length)]
}

function endOfFence(lines: readonly string[], start: number): number | undefined {
  const mark = FENCE.exec(lines[start] ?? '')?.[1]
  if (mark === undefined) return undefined
  const end = lines.findIndex((line, index) => index > start && line.trim() === mark)
  return end < 0 ? undefined : end + 1
}

/** Runs of filled lines in which no sentence ends. An empty line at either end of one is none of it. */
function longRuns(lines: readonly string[], from: number, to: number): readonly Block[] {
  const runs: Block[] = []
  let start = from
  for (let index = from; index <= to; index++) {
    if (index < to && !isProse(lines[index] ?? '')) continue
    const run = trimmed(lines, start, index)
    if (run.end - run.start >= FEWEST_LINES) runs.push(run)
    start = index + 1
  }
  return runs
}

function isProse(line: string): boolean {
  return SENTENCE_END.test(`${line} A`) && /\s\S+\s/.test(line)
}

/** A run that follows an instruction directly begins after the empty line between them, where there is one. */
function trimmed(lines: readonly string[], from: number, to: number): Block {
  let [start, end] = [from, to]
  while (start < end && lines[start]?.trim() === '') start++
  while (end > start && lines[end - 1]?.trim() === '') end--
  return { start, end }
}
