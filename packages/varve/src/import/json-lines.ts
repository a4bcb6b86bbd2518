import type { JsonObject } from '@varve/core'
import type { QuarantinedDraft, SourceFile } from './import-format.ts'
import { parseJson } from './parse-json.ts'
import { quarantine, readLines } from './source-lines.ts'

/** One object of a JSON Lines file. */
export interface JsonRow {
  readonly line: number
  readonly offset: number
  readonly text: string
  readonly value: JsonObject
}

export interface JsonRows {
  readonly rows: readonly JsonRow[]
  readonly quarantined: readonly QuarantinedDraft[]
}

/** The objects of a JSON Lines file; each line that holds none is quarantined by itself. */
export function readJsonRows(file: SourceFile, format: string): JsonRows {
  const { lines, quarantined } = readLines(file, format)
  const rows: JsonRow[] = []
  const bad: QuarantinedDraft[] = [...quarantined]
  for (const line of lines) {
    if (line.text.trim() === '') continue
    const parsed = parseJson(line.text)
    if (parsed.kind === 'object') {
      rows.push({ line: line.number, offset: line.offset, text: line.text, value: parsed.value })
    } else {
      bad.push(quarantine(file.path, format, line, line.text, parsed.reason))
    }
  }
  return { rows, quarantined: bad }
}

const PEEK_BYTES = 64 * 1024

/** The first objects of a file: enough to tell its format by. */
export function peekRows(file: SourceFile): readonly JsonRow[] {
  const end = file.bytes.length <= PEEK_BYTES ? -1 : file.bytes.subarray(0, PEEK_BYTES).lastIndexOf(0x0a)
  const bytes = end === -1 ? file.bytes : file.bytes.subarray(0, end)
  return readJsonRows({ path: file.path, bytes }, '').rows
}
