import { type PartId, partIdOf, type SessionMessage } from '../../domain/session.ts'

/** What stands where a part was erased for good. */
export const PURGED_TEXT = '[purged]'

/** A message without what was erased of it: its parts keep their places, and so their ids. */
export function withoutParts(message: SessionMessage, erased: ReadonlySet<PartId>): SessionMessage {
  if (erased.size === 0) return message
  return {
    ...message,
    parts: message.parts.map((part, index) =>
      erased.has(partIdOf(message.id, index)) ? { kind: 'marker', text: PURGED_TEXT } : part,
    ),
  }
}
