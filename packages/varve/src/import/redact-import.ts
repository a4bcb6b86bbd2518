import type { Redactor } from '@varve/core'
import type { ParsedImport, QuarantinedDraft } from './import-format.ts'

export interface RedactedImport {
  readonly parsed: ParsedImport
  /** By kind. */
  readonly found: ReadonlyMap<string, number>
}

const SHORT = 40
const MOST_REMEMBERED = 10_000

/**
 * Masks every string of an import, names and quarantined text too: before ids are derived, so that
 * neither an id nor a hash tells of a secret.
 */
export function redactImport(parsed: ParsedImport, redactor: Redactor): RedactedImport {
  const found = new Map<string, number>()
  // Names of members, tags and categories come again with every item.
  const clean = new Set<string>()
  const mask = (text: string): string => {
    if (clean.has(text)) return text
    const result = redactor.redact(text)
    if (result.text === text && text.length <= SHORT && clean.size < MOST_REMEMBERED) clean.add(text)
    for (const { kind, count } of result.found) found.set(kind, (found.get(kind) ?? 0) + count)
    return result.text
  }
  const masked = mapStrings({ ...parsed, quarantined: [] }, mask)
  return { parsed: { ...masked, quarantined: parsed.quarantined.map((item) => maskItem(item, mask)) }, found }
}

// Bytes that are no UTF-8 still hold their ASCII: they are read byte by byte.
function maskItem({ text, ...item }: QuarantinedDraft, mask: (text: string) => string): QuarantinedDraft {
  const named = mapStrings(item, mask)
  if (item.encoding === 'utf8') return { ...named, text: mask(text) }
  const bytes = Buffer.from(text, 'base64').toString('latin1')
  const masked = mask(bytes)
  return { ...named, text: masked === bytes ? text : Buffer.from(masked, 'latin1').toString('base64') }
}

// The shape stays as it is, only strings change; what holds none to change is not copied.
function mapStrings<T>(value: T, map: (text: string) => string): T {
  if (typeof value === 'string') return map(value) as T
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => mapStrings(item, map))
    return items.some((item, index) => item !== value[index]) ? (items as T) : value
  }
  const members = value as Readonly<Record<string, unknown>>
  const names = Object.keys(members)
  let copy: (readonly [string, unknown])[] | undefined
  for (const [place, name] of names.entries()) {
    const masked = [map(name), mapStrings(members[name], map)] as const
    if (copy === undefined && masked[0] === name && masked[1] === members[name]) continue
    copy ??= names.slice(0, place).map((before) => [before, members[before]])
    copy.push(masked)
  }
  return copy === undefined ? value : (Object.fromEntries(copy) as T)
}
