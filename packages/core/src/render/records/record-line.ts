import { wellFormed } from '../single-line.ts'

/** Lines of values: header, note, edge, detail. */
export type ValueLineType = 'H' | 'N' | 'E' | 'D'
/** Left out where undefined. */
export type FieldValue = string | number | boolean | undefined
/** `quoted` has its quotes even where the text could do without. */
export type Positional = string | number | { readonly quoted: string }

const NEEDS_QUOTES = /[\s"\\\0-\x1f\x7f-\x9f]/
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\t': '\\t',
  '\r': '\\r',
}

/** One line of the records format: `N qp-4a5b permanent "Node version" tags=tooling`, without its line feed. */
export function recordLine(
  type: ValueLineType,
  positional: readonly Positional[],
  fields: Readonly<Record<string, FieldValue>> = {},
): string {
  const values = positional.map(renderPositional)
  const named = Object.entries(fields).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}=${renderValue(String(value))}`],
  )
  return [type, ...values, ...named].join(' ')
}

/** The first line of every records output. */
export function recordHeader(mode: string, fields: Readonly<Record<string, FieldValue>> = {}): string {
  return recordLine('H', [], { varve: 1, records: 1, mode, ...fields })
}

/** A list as a field value: `a,b`, or `-` where it is empty. */
export function listValue(values: readonly string[]): string {
  return values.length === 0 ? '-' : values.join(',')
}

/** `S <id> <summary>`: the text runs to the end of the line. */
export function summaryLine(id: string, summary: string): string {
  return `S ${id} ${oneRecordLine(summary)}`
}

/** `W <text>`: the text runs to the end of the line. */
export function warningLine(text: string): string {
  return `W ${oneRecordLine(text)}`
}

function renderPositional(value: Positional): string {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return quote(value.quoted)
  // Bare, an empty value would vanish, and one with an equals sign would read as a field.
  return value === '' || value.includes('=') ? quote(value) : renderValue(value)
}

function renderValue(value: string): string {
  return NEEDS_QUOTES.test(value) ? quote(value) : wellFormed(value)
}

function quote(value: string): string {
  return `"${wellFormed(value).replace(/["\\\n\t\r]/g, (character) => ESCAPES[character] ?? character)}"`
}

function oneRecordLine(text: string): string {
  return wellFormed(text).replace(/\r\n?|\n/g, ' ')
}
