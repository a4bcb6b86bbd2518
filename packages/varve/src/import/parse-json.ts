import { isJsonObject, type Json, type JsonObject } from '@varve/core'

/** Deeper values are refused: code that walks a value does so on the call stack. */
export const MAX_NESTING = 200

export type ParsedJson = { readonly kind: 'object'; readonly value: JsonObject } | BadJson

export interface BadJson {
  readonly kind: 'bad'
  readonly reason: string
  /** Characters before what is wrong, where it can be told. */
  readonly position?: number
}

/** Reads a text that is one JSON object, or says why it is none. */
export function parseJson(text: string): ParsedJson {
  const parsed = parseJsonValue(text)
  if (parsed.kind === 'bad') return parsed
  const { value } = parsed
  return isJsonObject(value) ? { kind: 'object', value } : { kind: 'bad', reason: 'not_an_object' }
}

/** Reads a text that is one JSON value, or says why it is none. */
export function parseJsonValue(text: string): { readonly kind: 'value'; readonly value: Json } | BadJson {
  if (nestingDepth(text) > MAX_NESTING) return { kind: 'bad', reason: 'nested_too_deeply' }
  try {
    return { kind: 'value', value: JSON.parse(text) as Json }
  } catch (error) {
    return { kind: 'bad', reason: reasonOf(text, error), ...positionOf(error) }
  }
}

/** How deep brackets nest, outside of strings. */
export function nestingDepth(text: string): number {
  let depth = 0
  let deepest = 0
  let isString = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (isString) {
      if (character === '\\') at++
      else if (character === '"') isString = false
    } else if (character === '"') isString = true
    else if (character === '{' || character === '[') deepest = Math.max(deepest, ++depth)
    else if (character === '}' || character === ']') depth--
  }
  return deepest
}

function reasonOf(text: string, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  if (/after JSON/.test(message)) return 'several_values_on_a_line'
  if (/end of JSON|Unterminated/.test(message)) return 'truncated'
  return /^\s*\{/.test(text) ? 'invalid_json' : 'not_json'
}

// The engine tells the place in words alone.
function positionOf(error: unknown): { readonly position?: number } {
  const position = /at position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1]
  return position === undefined ? {} : { position: Number(position) }
}
