import { prepareStatement } from './statement.ts'

const MIN_SHARED = 2

/**
 * Whether two texts have enough in common, besides the values that they differ in, for a person to ask
 * which holds. One word is not enough: `PHP 7.4` and `PHP 8.3` may be said of two things.
 */
export function shareSubject(one: string, other: string): boolean {
  const said = saidBy(other)
  return [...saidBy(one)].filter((item) => said.has(item)).length >= MIN_SHARED
}

/** Words, and what is named: a path or a variable is no word. */
function saidBy(text: string): ReadonlySet<string> {
  const { words, anchorItems } = prepareStatement(text)
  return new Set([...words, ...anchorItems])
}
