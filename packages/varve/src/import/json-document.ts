import { isJsonObject, type Json, type JsonObject } from '@varve/core'
import { decodeText } from './decode-text.ts'
import type { QuarantinedDraft, SourceFile } from './import-format.ts'
import type { JsonRow, JsonRows } from './json-lines.ts'
import { listSpans, type TextSpan } from './list-spans.ts'
import { parseJsonValue } from './parse-json.ts'
import { quarantine, quarantinedFile } from './source-lines.ts'

/** A file that is one JSON value. */
export interface JsonDocument {
  readonly value: Json
  /** The items of a list: of the member of this name, or of the list that the file is. */
  rowsOf(name?: string): JsonRows
}

const BYTE_ORDER_MARK = '\uFEFF'

/** Reads a file that is one JSON value; a file that is none is quarantined whole. */
export function readJsonDocument(
  file: SourceFile,
  format: string,
): JsonDocument | { readonly quarantined: QuarantinedDraft } {
  const decoded = decodeText(file.bytes)
  const text = decoded?.startsWith(BYTE_ORDER_MARK) ? decoded.slice(1) : decoded
  if (text === undefined) {
    return { quarantined: quarantinedFile(file, format, { text, position: 0 }, 'invalid_utf8') }
  }
  const parsed = parseJsonValue(text)
  if (parsed.kind === 'bad') {
    const at = { text, position: parsed.position ?? 0 }
    return { quarantined: quarantinedFile(file, format, at, parsed.reason) }
  }
  const { value } = parsed
  const spans = listSpans(text)
  const start = file.bytes.length - Buffer.byteLength(text)
  return {
    value,
    rowsOf: (name) => rowsAt({ file, format, text, start }, listOf(value, name), spans.get(name ?? '') ?? []),
  }
}

/** The value of a file that may be a document of JSON; undefined where it is none. */
export function peekDocument(file: SourceFile): Json | undefined {
  const document = readJsonDocument(file, '')
  return 'value' in document ? document.value : undefined
}

function listOf(value: Json, name: string | undefined): readonly Json[] {
  const list = name === undefined ? value : isJsonObject(value) ? value[name] : undefined
  return Array.isArray(list) ? list : []
}

interface DocumentText {
  readonly file: SourceFile
  readonly format: string
  readonly text: string
  /** Bytes before the text. */
  readonly start: number
}

/** Each item under the line and byte that it stands at; what is no object is quarantined by itself. */
function rowsAt(document: DocumentText, items: readonly Json[], spans: readonly TextSpan[]): JsonRows {
  const { file, format, text } = document
  const rows: JsonRow[] = []
  const quarantined: QuarantinedDraft[] = []
  let [at, line, offset] = [0, 1, document.start]
  for (const [index, { from, to }] of spans.entries()) {
    const before = text.slice(at, from)
    line += before.split('\n').length - 1
    offset += Buffer.byteLength(before)
    at = from
    const item = items[index]
    const itself = text.slice(from, to)
    if (isJsonObject(item)) rows.push({ line, offset, text: itself, value: item satisfies JsonObject })
    else quarantined.push(quarantine(file.path, format, { number: line, offset }, itself, 'not_an_object'))
  }
  return { rows, quarantined }
}
