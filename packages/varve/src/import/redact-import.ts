import type { Redactor } from '@varve/core'
import type { ParsedImport, QuarantinedDraft } from './import-format.ts'

export interface RedactedImport {
  readonly parsed: ParsedImport
  /** By kind. */
  readonly found: ReadonlyMap<string, number>
}

/**
 * Masks every string of an import, names and quarantined text too: before ids are derived, so that
 * neither an id nor a hash tells of a secret.
 */
export function redactImport(parsed: ParsedImport, redactor: Redactor): RedactedImport {
  const found = new Map<string, number>()
  const mask = (text: string): string => {
    const result = redactor.redact(text)
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
  let isChanged = false
  const members = Object.entries(value).map(([name, member]) => {
    const masked = [map(name), mapStrings(member, map)] as const
    isChanged ||= masked[0] !== name || masked[1] !== member
    return masked
  })
  return isChanged ? (Object.fromEntries(members) as T) : value
}
