import type { TokenCounter } from '../../ports/token-counter.ts'
import { wordStream } from '../../words/index-words.ts'

const MOST_TOKENS = 400
const LONGEST_LINE = 300

/** The part of a file that speaks most of what an entry does, each line with its number. */
export function snippetOf(
  file: string,
  about: string,
  { lines, counter }: { readonly lines: number; readonly counter: TokenCounter },
): string {
  const words = new Set(wordStream(about))
  const all = file.split(/\r?\n/)
  const shared = all.map((line) => new Set(wordStream(line).filter((word) => words.has(word))).size)
  const best = shared.reduce((at, count, place) => (count > (shared[at] ?? 0) ? place : at), 0)
  let [from, to] = [best, best]
  let text = numbered(all, from, to)
  // Grown by a line at a time on both sides, so that what is shown is what fits.
  for (let step = 1; step <= lines; step += 1) {
    const [above, below] = [Math.max(0, best - step), Math.min(all.length - 1, best + step)]
    const grown = numbered(all, above, below)
    if (counter.count(grown) > MOST_TOKENS) break
    ;[from, to, text] = [above, below, grown]
  }
  return text
}

function numbered(lines: readonly string[], from: number, to: number): string {
  return lines
    .slice(from, to + 1)
    .map((line, at) => `${from + at + 1}| ${line.slice(0, LONGEST_LINE)}`)
    .join('\n')
}

/** A text as a quote is looked for in it: without the numbers, and with single spaces. */
export function quotable(snippet: string): string {
  return collapsed(snippet.replace(/^\d+\| /gm, ''))
}

export function collapsed(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
