import type { JsonObject } from '@varve/core'
import type { SourceLine } from '../source-lines.ts'
import { parseYamlMapping } from './yaml-mapping.ts'

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
  const parsed = parseYamlMapping(text)
  if (parsed.kind === 'mapping') return parsed
  if (parsed.kind === 'other') return { kind: 'text' }
  const plain = parsePlainLines(text)
  if (plain !== undefined) return { kind: 'mapping', data: plain }
  return /^[\w-]+\s*:/m.test(text) ? parsed : { kind: 'text' }
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
