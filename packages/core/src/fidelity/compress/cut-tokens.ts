import { codePointCount } from '../../counters/code-point-count.ts'
import { cutGraphemes } from '../../counters/cut-graphemes.ts'
import type { TokenCounter } from '../../ports/token-counter.ts'

/** No counter finds so many characters in one token of a text that is worth reading. */
const MOST_CHARACTERS_A_TOKEN = 40

/** The longest beginning of a text of at most so many tokens that doesn't end inside a character. */
export function cutTokens(text: string, budget: number, counter: TokenCounter): string {
  const most = Math.max(0, budget) * MOST_CHARACTERS_A_TOKEN
  const short = text.length <= most ? text : text.slice(0, most)
  if (short.length === text.length && counter.count(text) <= budget) return text
  let [fits, tooLong] = [0, short.length + 1]
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1
    if (counter.count(short.slice(0, middle)) <= budget) fits = middle
    else tooLong = middle
  }
  return cutGraphemes(short, codePointCount(short.slice(0, fits)))
}
