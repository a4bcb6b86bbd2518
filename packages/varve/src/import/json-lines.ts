import type { JsonObject } from '@varve/core'
import type { QuarantinedDraft, SourceFile } from './import-format.ts'
import { parseJson } from './parse-json.ts'
import { eachLine, quarantine } from './source-lines.ts'

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

/** All the objects of a JSON Lines file, and the lines that hold none. */
export function readJsonRows(file: SourceFile, format: string): JsonRows {
  const quarantined: QuarantinedDraft[] = []
  return { rows: [...eachJsonRow(file, format, quarantined)], quarantined }
}

/** The rows that a format knows; the others are set apart, behind the lines that hold no object. */
export function readKnownRows(
  file: SourceFile,
  format: string,
  isKnown: (row: JsonObject) => boolean,
): JsonRows {
  const { rows, quarantined } = readJsonRows(file, format)
  const unknown = rows.filter(({ value }) => !isKnown(value)).map((row) => unknownRow(file, format, row))
  return { rows: rows.filter(({ value }) => isKnown(value)), quarantined: [...quarantined, ...unknown] }
}

/** The objects of a JSON Lines file, one at a time; each line that holds none goes to `quarantined`. */
export function* eachJsonRow(
  file: SourceFile,
  format: string,
  quarantined: QuarantinedDraft[],
): Generator<JsonRow> {
  for (const line of eachLine(file, format, quarantined)) {
    if (line.text.trim() === '') continue
    const parsed = parseJson(line.text)
    if (parsed.kind === 'object') {
      yield { line: line.number, offset: line.offset, text: line.text, value: parsed.value }
    } else {
      quarantined.push(quarantine(file.path, format, line, line.text, parsed.reason))
    }
  }
}

/** A row that a format doesn't know. */
export function unknownRow(file: SourceFile, format: string, row: JsonRow): QuarantinedDraft {
  return quarantine(file.path, format, { number: row.line, offset: row.offset }, row.text, 'unknown_row')
}

const PEEK_BYTES = 64 * 1024

/** The first objects of a file: enough to tell its format by. */
export function peekRows(file: SourceFile): readonly JsonRow[] {
  const end = file.bytes.length <= PEEK_BYTES ? -1 : file.bytes.subarray(0, PEEK_BYTES).lastIndexOf(0x0a)
  const bytes = end === -1 ? file.bytes : file.bytes.subarray(0, end)
  return readJsonRows({ path: file.path, bytes }, '').rows
}
