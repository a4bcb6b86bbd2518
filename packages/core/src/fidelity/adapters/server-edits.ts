import { isHostObject, objectOf } from '../host/host-object.ts'
import type { ServerEdits } from './host-format.ts'

/** Says that a field asks the provider to edit the history, where it is set. */
export function serverEditsIn(request: unknown, field: string): ServerEdits | undefined {
  const value = objectOf(request)?.[field]
  const isAsked = Array.isArray(value) ? value.length > 0 : isHostObject(value) && asksForEdits(value)
  return isAsked ? { code: 'server_edits_active', field } : undefined
}

/** `{edits: []}` asks for none. */
function asksForEdits(value: Readonly<Record<string, unknown>>): boolean {
  return !Array.isArray(value.edits) || value.edits.length > 0
}
