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
  return short.slice(0, characterStart(short, fits))
}

/** Steps back over marks that go with the character before, and from between the halves of one. */
function characterStart(text: string, index: number): number {
  let start = index
  while (start > 0 && start < text.length && isInside(text, start)) start--
  return start
}

const JOINER = '\u200d'
const MARK = /^(?:\p{M}|\u200d)/u
const HALVES = /^[\ud800-\udbff][\udc00-\udfff]/

function isInside(text: string, index: number): boolean {
  const before = text.charAt(index - 1)
  return (
    before === JOINER || HALVES.test(before + text.charAt(index)) || MARK.test(text.slice(index, index + 2))
  )
}
