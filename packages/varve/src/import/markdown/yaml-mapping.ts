import { isJsonObject, type Json, type JsonObject } from '@varve/core'
import { LineCounter, parseDocument } from 'yaml'
import { MAX_NESTING, nestingDepth } from '../parse-json.ts'

export type YamlMapping =
  | { readonly kind: 'mapping'; readonly data: JsonObject }
  | { readonly kind: 'invalid'; readonly message: string; readonly line: number }
  /** Sound YAML that is no mapping. */
  | { readonly kind: 'other' }

/** Reads a text as a YAML mapping, as plain JSON. `line` counts from 1 at the top of the text. */
export function parseYamlMapping(text: string): YamlMapping {
  if (text.trim() === '') return { kind: 'mapping', data: {} }
  if (nestingDepth(text) > MAX_NESTING) return { kind: 'invalid', message: 'nested too deeply', line: 1 }
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { lineCounter })
  const error = document.errors[0]
  if (error !== undefined) {
    return { kind: 'invalid', message: error.code, line: lineCounter.linePos(error.pos[0]).line }
  }
  try {
    const data = toJson(document.toJS({ maxAliasCount: 100 }))
    return isJsonObject(data) ? { kind: 'mapping', data } : { kind: 'other' }
  } catch {
    // An alias to nothing shows only here.
    return { kind: 'invalid', message: 'BAD_ALIAS', line: 1 }
  }
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
