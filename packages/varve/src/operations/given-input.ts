import type { Field } from './field.ts'

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
