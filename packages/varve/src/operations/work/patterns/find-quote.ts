import type { Evidence, SessionMessage } from '@varve/core'

/** Where a quote stands, word for word but for blanks; undefined where it doesn't. */
export function findQuote(
  quote: string,
  { id, parts }: SessionMessage,
  session: string,
): Evidence | undefined {
  const wanted = collapsed(quote)
  if (wanted === '') return undefined
  const part = parts.findIndex(({ text, args }) =>
    [text, args === undefined ? '' : JSON.stringify(args)].some((each) => collapsed(each).includes(wanted)),
  )
  const found = parts[part]
  if (found === undefined) return undefined
  return {
    session,
    message: id,
    part,
    quote: wanted,
    ...(found.tool !== undefined && { tool: found.tool }),
    ...(found.exit_code !== undefined && { exit_code: found.exit_code }),
  }
}

function collapsed(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
