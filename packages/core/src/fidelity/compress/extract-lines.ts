import type { TokenCounter } from '../../ports/token-counter.ts'

/** Lines of a text by their numbers, in order; what is left out between them is one line, `…<n>`. */
export function renderLines(lines: readonly string[], chosen: Iterable<number>): string {
  const shown: string[] = []
  let next = 0
  for (const index of [...new Set(chosen)].sort((a, b) => a - b)) {
    if (index > next) shown.push(`…${index - next}`)
    shown.push(lines[index] ?? '')
    next = index + 1
  }
  if (next < lines.length) shown.push(`…${lines.length - next}`)
  return shown.join('\n')
}

/** As many lines as fit, taken in the order of their weight; a line that doesn't fit is passed over. */
export function chooseLines(
  lines: readonly string[],
  byWeight: Iterable<number>,
  budget: number,
  counter: TokenCounter,
): ReadonlySet<number> {
  const chosen = new Set<number>()
  let left = budget
  for (const index of byWeight) {
    if (chosen.has(index)) continue
    // A line may stand apart, and then has a mark of its own before it.
    const cost = lineCost(lines[index] ?? '', counter, left)
    if (cost > left) continue
    chosen.add(index)
    left -= cost
  }
  return chosen
}

const MARK_COST = 3
/** No line of as many characters a token fits, so it need not be counted. */
const MOST_CHARACTERS_A_TOKEN = 12

function lineCost(line: string, counter: TokenCounter, left: number): number {
  if (line.length > left * MOST_CHARACTERS_A_TOKEN) return Number.POSITIVE_INFINITY
  return counter.count(line) + MARK_COST
}
