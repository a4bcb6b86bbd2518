import { endOfString } from './end-of-string.ts'

/** What one line of JSON Lines holds: its records, and whether some of it could not be read. */
export interface RecordLine {
  readonly records: readonly unknown[]
  readonly isBroken: boolean
}

/** Parses a line; two records without a line feed between them, as Claude Code writes, are two. */
export function parseRecordLine(line: string): RecordLine {
  const whole = parseJson(line)
  if (whole !== undefined) return { records: [whole.value], isBroken: false }
  if (line.trim() === '') return { records: [], isBroken: false }
  return parseGluedRecords(line)
}

function parseGluedRecords(line: string): RecordLine {
  const records: unknown[] = []
  for (let start = 0; start < line.length; ) {
    const end = endOfObject(line, start)
    const record = end === undefined ? undefined : parseJson(line.slice(start, end))
    if (end === undefined || record === undefined) return { records, isBroken: true }
    records.push(record.value)
    start = end
    while (isBlank(line.charCodeAt(start))) start++
  }
  return { records, isBroken: false }
}

/** Where the object that begins at `start` ends, or undefined. One walk, however many braces its strings hold. */
function endOfObject(line: string, start: number): number | undefined {
  let depth = 0
  for (let index = start; index < line.length; index++) {
    const code = line.charCodeAt(index)
    if (code === QUOTE) {
      const end = endOfString(line, index)
      if (end === undefined) return undefined
      index = end
    } else if (code === OPEN) depth++
    else if (code === CLOSE && --depth === 0) return index + 1
    if (depth <= 0) return undefined
  }
  return undefined
}

function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0d
}

const [QUOTE, OPEN, CLOSE] = [0x22, 0x7b, 0x7d]
