import { VarveError } from '../../domain/errors.ts'
import { parseValues } from './parse-values.ts'
import { BODY_END, unescapeBodyLine } from './record-body.ts'
import type { RecordItem } from './record-item.ts'

/** Reads what the record lines render; throws `invalid_value` where the text isn't in the records format. */
export function parseRecords(text: string): readonly RecordItem[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  const items: RecordItem[] = []
  let hasFinalLineFeed = true
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (line.startsWith('B ')) {
      const end = lines.indexOf(BODY_END, at + 1)
      if (end < 0) throw malformed(line, at)
      items.push({ type: 'B', id: line.slice(2), body: bodyOf(lines.slice(at + 1, end), hasFinalLineFeed) })
      at = end
      continue
    }
    const item = parseLine(line, at)
    if (item.type === 'H') hasFinalLineFeed = item.fields.final_newline !== 'false'
    items.push(item)
  }
  return items
}

function bodyOf(lines: readonly string[], hasFinalLineFeed: boolean): string {
  const body = lines.map((line) => `${unescapeBodyLine(line)}\n`).join('')
  return hasFinalLineFeed ? body : body.slice(0, -1)
}

function parseLine(line: string, at: number): RecordItem {
  const type = /^\S*/.exec(line)?.[0] ?? ''
  const rest = line.slice(type.length + 1)
  switch (type) {
    case 'H':
    case 'N':
    case 'E':
    case 'D': {
      const values = parseValues(rest)
      if (values === undefined) throw malformed(line, at)
      return { type, ...values }
    }
    case 'S': {
      const space = rest.indexOf(' ')
      if (space < 0) throw malformed(line, at)
      return { type, id: rest.slice(0, space), text: rest.slice(space + 1) }
    }
    case 'W':
      return { type, text: rest }
    default:
      throw malformed(line, at)
  }
}

function malformed(line: string, at: number): VarveError {
  return new VarveError(
    'invalid_value',
    `line ${at + 1} is not a record: ${JSON.stringify(line.slice(0, 80))}`,
  )
}
