import type { Field } from './field.ts'
import type { Operation } from './operation.ts'

/** `max_tokens` → `maxTokens` */
export function fieldOf(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** `maxTokens` → `max_tokens` */
export function argumentOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** A value of a JSON object as a field takes it: one text where several may stand is a list of one. */
export function givenValue({ shape }: Field, value: unknown): unknown {
  if (shape === 'list') return Array.isArray(value) ? value : [value]
  // A range of lines: models write it as two numbers, too.
  if (shape === 'text' && Array.isArray(value) && value.length === 2 && value.every(Number.isInteger)) {
    return value.join('-')
  }
  return value
}

/**
 * A JSON object as an operation takes it. Names may be spelled with underscores, as tools have them. What
 * is null is not given.
 */
export function givenInput(
  { fields }: Operation,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      if (value === null || value === undefined) return []
      const field = Object.hasOwn(fields, name) ? name : fieldOf(name)
      const definition = Object.hasOwn(fields, field) ? fields[field] : undefined
      // One that there isn't is refused with the others.
      return [[field, definition === undefined ? value : givenValue(definition, value)]]
    }),
  )
}
