/** Any value that JSON can hold. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [key: string]: Json
}

/** Whether a value that JSON gave is an object, and neither a list nor null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * JSON text with sorted keys, no spaces and no undefined members: equal values give equal bytes.
 * Keys sort by UTF-16 units, as in RFC 8785. Nesting is walked on the call stack.
 */
export function canonicalJson(value: unknown): string {
  if (value === undefined) return 'null'
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const members = value as Readonly<Record<string, unknown>>
  let text = ''
  for (const key of Object.keys(members).sort()) {
    if (members[key] === undefined) continue
    // Most names need no escape, and each record and import is written this way.
    const name = PLAIN_NAME.test(key) ? `"${key}"` : JSON.stringify(key)
    text += `${text === '' ? '' : ','}${name}:${canonicalJson(members[key])}`
  }
  return `{${text}}`
}

const PLAIN_NAME = /^[\w-]*$/

/** A type whose members that may be undefined are optional instead. */
export type WithoutUndefined<T> = {
  readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K]
} & { readonly [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> }

/** The same value with `undefined` members left out, which JSON could not tell apart anyway. */
export function withoutUndefined<T extends object>(value: T): WithoutUndefined<T> {
  // The filter is what the type says.
  return Object.fromEntries(
    Object.entries(value).filter(([, member]) => member !== undefined),
  ) as WithoutUndefined<T>
}

/** JSON as it is printed: two spaces a level, and a line feed at the end. */
export function printJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
