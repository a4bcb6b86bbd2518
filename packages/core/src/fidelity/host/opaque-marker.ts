import type { DraftPart } from './draft.ts'
import { objectOf, textOf } from './host-object.ts'

/** A block that nobody may edit, such as one of a type that isn't known: named by that type, or by its first member. */
export function opaqueMarker(block: unknown): DraftPart {
  const object = objectOf(block) ?? {}
  const text = textOf(object.type) ?? Object.keys(object)[0] ?? 'unknown'
  return { kind: 'marker', text, opaque: true, raw: block }
}
