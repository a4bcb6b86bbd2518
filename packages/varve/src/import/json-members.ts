import {
  formatInstant,
  type Instant,
  type Json,
  type JsonObject,
  parseInstant,
  sortedUnique,
} from '@varve/core'

/** The object without some of its members, in the order they stood in. */
export function withoutMembers(value: JsonObject, names: Iterable<string>): JsonObject {
  const left = new Set(names)
  return Object.fromEntries(Object.entries(value).filter(([name]) => !left.has(name)))
}

/** A member of the object's own, never one that every object inherits. */
export function memberOf(value: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(value, name) ? value[name] : undefined
}

/** A member that is a string with something in it. */
export function textMember(value: JsonObject, name: string): string | undefined {
  const text = memberOf(value, name)
  return typeof text === 'string' && text.trim() !== '' ? text : undefined
}

/** A member that is a date, as a string or in seconds or milliseconds since 1970. */
export function instantMember(value: JsonObject, name: string): Instant | undefined {
  const date = memberOf(value, name)
  if (typeof date === 'string') return parseInstant(date)?.at
  if (typeof date !== 'number' || !Number.isFinite(date) || date <= 0) return undefined
  return Math.round(date < 1e11 ? date * 1000 : date)
}

/** True where an instant says all that the member said: not its offset, nor less than milliseconds. */
export function isExactInstant(value: JsonObject, name: string): boolean {
  const [text, at] = [memberOf(value, name), instantMember(value, name)]
  if (at === undefined) return false
  const exact = formatInstant(at)
  return typeof text === 'number' || text === exact || text === exact.replace(/\.000Z$/, 'Z')
}

/** A member that is a list of strings: sorted, each once. */
export function tagsMember(value: JsonObject, name: string): readonly string[] {
  const tags = memberOf(value, name)
  if (!Array.isArray(tags)) return []
  return sortedUnique(tags.filter((tag): tag is string => typeof tag === 'string' && tag.trim() !== ''))
}

/** The members of a list that are objects. */
export function objectsMember(value: JsonObject, name: string): readonly JsonObject[] {
  const list = memberOf(value, name)
  if (!Array.isArray(list)) return []
  return list.filter(
    (item): item is JsonObject => typeof item === 'object' && item !== null && !Array.isArray(item),
  )
}

/** A link type as Varve writes one: `Works at` is `works-at`. */
export function linkType(text: string): string {
  const type = text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  return type === '' ? 'related' : type
}

/** An object as lines of `name: value`, for rows that have no text of their own. */
export function renderMembers(value: JsonObject): string {
  return Object.entries(value)
    .map(([name, member]) => `${name}: ${typeof member === 'string' ? member : JSON.stringify(member)}`)
    .join('\n')
}
