import { isJsonObject } from '@varve/core'

/** Where the providers put the usage of a call, in an answer or in an event of a stream. */
const PLACES = ['usage', 'usageMetadata', 'message', 'response'] as const

type Json = Readonly<Record<string, unknown>>

/** The usage that a response tells of, be it one JSON text or a stream of events; undefined where it tells none. */
export function usageOfResponse(text: string): unknown {
  const values = /^\s*[[{]/.test(text)
    ? parse(text)
    : text.split('\n').flatMap((line) => (line.startsWith('data:') ? parse(line.slice(5)) : []))
  let usage: Json | undefined
  // Anthropic tells the input at the start and the output at the end.
  for (const value of values) usage = { ...usage, ...usageIn(value) }
  return usage !== undefined && Object.keys(usage).length > 0 ? usage : undefined
}

function parse(text: string): readonly Json[] {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value.filter(isJsonObject) : isJsonObject(value) ? [value] : []
  } catch {
    return []
  }
}

function usageIn(value: Json): Json | undefined {
  for (const place of PLACES) {
    const inner = value[place]
    if (!isJsonObject(inner)) continue
    if (place === 'usage' || place === 'usageMetadata') return withoutNulls(inner)
    const own = usageIn(inner)
    if (own !== undefined) return own
  }
  return undefined
}

function withoutNulls(usage: Json): Json {
  return Object.fromEntries(Object.entries(usage).filter(([, value]) => value !== null))
}
