/** A host's own object: read field by field, never trusted, never changed. */
export type HostObject = Readonly<Record<string, unknown>>

export function isHostObject(value: unknown): value is HostObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value where it is an object; else undefined. */
export function objectOf(value: unknown): HostObject | undefined {
  return isHostObject(value) ? value : undefined
}

/** The value where it is a string; else undefined. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** The value where it is a string with something in it. */
export function nameOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The value where it is a number that can be counted with. */
export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** The value where it is a list; else an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The members of a list that are objects. */
export function objectsOf(value: unknown): readonly HostObject[] {
  return listOf(value).filter(isHostObject)
}
