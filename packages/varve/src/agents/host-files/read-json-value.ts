import { parse } from 'jsonc-parser'

/** What a settings file says; nothing where it is absent or no object. For looking, not for editing. */
export function readJsonValue(text: string | undefined): Readonly<Record<string, unknown>> {
  const value: unknown =
    text === undefined ? undefined : parse(text.replace('\uFEFF', ''), [], { allowTrailingComma: true })
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}
