import { VarveError } from '../../domain/errors.ts'
import type { PairContext, TextContext } from '../pair/context.ts'
import type { LabelledPair, PairLabel } from './labelled-pair.ts'

const HEADER = 'id\tlabel\tclass\tlang\ta\tb\tctx'
const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|(.))/g
const ESCAPED: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', '\\': '\\' }
const CONTEXT_FIELDS = [
  'store',
  'project',
  'scope',
  'category',
  'kind',
  'trust',
  'key',
  'created',
] as const satisfies readonly (keyof TextContext)[]

/** Reads a file of labelled pairs: tab-separated, with a header, `\\n` and the like in the texts. */
export function parseLabelledPairs(tsv: string): readonly LabelledPair[] {
  const [header, ...lines] = tsv.split('\n')
  if (header !== HEADER) throw invalid('The first line is not the header of labelled pairs.', 1)
  return lines.flatMap((line, index) => (line === '' ? [] : [parseLine(line, index + 2)]))
}

function parseLine(line: string, number: number): LabelledPair {
  const [id, label, name, lang, a, b, context] = line.split('\t')
  if (id === undefined || name === undefined || lang === undefined || a === undefined || b === undefined) {
    throw invalid('A labelled pair has seven fields.', number)
  }
  if (!isLabel(label)) throw invalid('A label is duplicate, distinct or contradiction.', number)
  const pair = { id, label, class: name, lang, a: unescapeText(a), b: unescapeText(b) }
  return context === undefined || context === '' ? pair : { ...pair, context: parseContext(context, number) }
}

function isLabel(label: string | undefined): label is PairLabel {
  return label === 'duplicate' || label === 'distinct' || label === 'contradiction'
}

function unescapeText(text: string): string {
  return text.replace(ESCAPE, (whole, unit: string | undefined, letter: string | undefined) =>
    unit === undefined ? (ESCAPED[letter ?? ''] ?? whole) : String.fromCharCode(Number.parseInt(unit, 16)),
  )
}

function parseContext(json: string, number: number): PairContext {
  const value = parseJson(json, number)
  const [a, b] = [sideOf(value, 'a'), sideOf(value, 'b')]
  return { ...(a && { a }), ...(b && { b }) }
}

function parseJson(json: string, number: number): unknown {
  try {
    return JSON.parse(json)
  } catch (cause) {
    throw invalid('The context of a labelled pair is not JSON.', number, cause)
  }
}

function sideOf(value: unknown, side: 'a' | 'b'): TextContext | undefined {
  const fields = memberOf(value, side)
  if (fields === undefined) return undefined
  const known = CONTEXT_FIELDS.flatMap((field) => {
    const member = memberOf(fields, field)
    return typeof member === 'string' ? [[field, member] as const] : []
  })
  return Object.fromEntries(known)
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return Object.getOwnPropertyDescriptor(value, name)?.value
}

function invalid(message: string, line: number, cause?: unknown): VarveError {
  return new VarveError('invalid_value', `${message} Line ${line}.`, cause === undefined ? {} : { cause })
}
