import { cutGraphemes, singleLine } from '@varve/core'

/** A text on one line of at most `limit` characters; what is cut shows by an ellipsis. */
export function clipLine(text: string, limit: number): string {
  const line = singleLine(text)
  const cut = cutGraphemes(line, limit)
  return cut === line ? line : `${cut.trimEnd()}…`
}
