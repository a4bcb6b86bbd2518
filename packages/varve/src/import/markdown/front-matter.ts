import type { Json, JsonObject } from '@varve/core'
import { LineCounter, parseDocument } from 'yaml'
import { isJsonObject, MAX_NESTING, nestingDepth } from '../parse-json.ts'
import type { SourceLine } from '../source-lines.ts'

export interface FrontMatter {
  /** The lines between the fences, as they stand. */
  readonly text: string
  /** Absent where the text is no YAML mapping. */
  readonly data?: JsonObject
  readonly problem?: { readonly message: string; readonly line: number }
}

export interface FrontedLines {
  readonly frontMatter?: FrontMatter
  readonly body: readonly SourceLine[]
}

const FENCE = /^---\s*$/
const CLOSING_FENCE = /^(?:---|\.\.\.)\s*$/

/** Splits the YAML between two `---` lines at the top of a file from what follows. */
export function splitFrontMatter(lines: readonly SourceLine[]): FrontedLines {
  const first = lines[0]
  if (first === undefined || !FENCE.test(first.text)) return { body: lines }
  const end = lines.findIndex((line, index) => index > 0 && CLOSING_FENCE.test(line.text))
  if (end === -1) return { body: lines }
  const text = lines
    .slice(1, end)
    .map((line) => line.text)
    .join('\n')
  const parsed = parseMapping(text)
  // A rule line at the top of a plain file: what follows is text and stays text.
  if (parsed.kind === 'text') return { body: lines }
  const frontMatter: FrontMatter =
    parsed.kind === 'mapping'
      ? { text, data: parsed.data }
      : { text, problem: { message: parsed.message, line: first.number + parsed.line } }
  return { frontMatter, body: lines.slice(end + 1) }
}

type ParsedMapping =
  | { readonly kind: 'mapping'; readonly data: JsonObject }
  | { readonly kind: 'invalid'; readonly message: string; readonly line: number }
  | { readonly kind: 'text' }

function parseMapping(text: string): ParsedMapping {
  if (text.trim() === '') return { kind: 'mapping', data: {} }
  if (nestingDepth(text) > MAX_NESTING) return { kind: 'invalid', message: 'nested too deeply', line: 1 }
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { lineCounter })
  const error = document.errors[0]
  try {
    const data = error === undefined ? toJson(document.toJS({ maxAliasCount: 100 })) : undefined
    if (isJsonObject(data)) return { kind: 'mapping', data }
    if (error === undefined) return { kind: 'text' }
  } catch {
    // An alias to nothing shows only here: told as any other fault of the text, below.
  }
  const plain = parsePlainLines(text)
  if (plain !== undefined) return { kind: 'mapping', data: plain }
  if (!/^[\w-]+\s*:/m.test(text)) return { kind: 'text' }
  const line = error === undefined ? 1 : lineCounter.linePos(error.pos[0]).line
  return { kind: 'invalid', message: error?.code ?? 'BAD_ALIAS', line }
}

// Cursor writes `globs: **/*.ts`, which no YAML reader takes: lines of names and plain values.
function parsePlainLines(text: string): JsonObject | undefined {
  const members: [string, string][] = []
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    const match = /^([\w-]+):[ \t]*(.*)$/.exec(line)
    const [, name, value = ''] = match ?? []
    const [, , quoted] = /^(["'])(.*)\1$/.exec(value.trimEnd()) ?? []
    if (name === undefined || (quoted === undefined && /^[|>&![{"']/.test(value))) return undefined
    members.push([name, quoted ?? value.trim()])
  }
  return Object.fromEntries(members)
}

// YAML can hold what JSON cannot: it is kept as text. Members are defined, never assigned, so that
// a key `__proto__` is a key like any other.
function toJson(value: unknown): Json {
  if (value === null || value === undefined) return null
  if (Array.isArray(value)) return value.map(toJson)
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, toJson(member)]))
  }
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  return typeof value === 'string' || typeof value === 'boolean' ? value : String(value)
}
