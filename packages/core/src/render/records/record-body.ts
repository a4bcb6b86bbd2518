import { wellFormed } from '../single-line.ts'

/** Closes a body. A body line that begins alike has a mark before it. */
export const BODY_END = 'B-END'

/**
 * A text between `B <id>` and `B-END`, without the last line feed. A body that has no final line
 * feed is printed as if it had one; an empty body has no line at all.
 */
export function recordBody(id: string, body: string): string {
  return [`B ${id}`, ...bodyLines(wellFormed(body)).map(escapeLine), BODY_END].join('\n')
}

/** Takes the mark off a body line that `recordBody` put on. */
export function unescapeBodyLine(line: string): string {
  return line.startsWith('\\') ? line.slice(1) : line
}

function bodyLines(body: string): readonly string[] {
  if (body === '') return []
  return (body.endsWith('\n') ? body.slice(0, -1) : body).split('\n')
}

function escapeLine(line: string): string {
  return line.startsWith(BODY_END) || line.startsWith('\\') ? `\\${line}` : line
}
