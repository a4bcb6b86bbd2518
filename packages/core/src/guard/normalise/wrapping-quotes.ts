import { trimWhitespace } from './whitespace.ts'

/** Without the one pair of quotes around a whole trimmed text, where no such quote stands inside. */
export function stripWrappingQuotes(text: string): string {
  const quote = text.charAt(0)
  if (quote !== '"' && quote !== "'") return text
  const closing = text.indexOf(quote, 1)
  return closing > 0 && closing === text.length - 1 ? trimWhitespace(text.slice(1, -1)) : text
}
