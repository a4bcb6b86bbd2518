import type { Message, Part } from '../model/message.ts'

/** A part before the window it stands in gives it its key. */
export type DraftPart = Omit<Part, 'key'>

/** A message before its parts have keys. */
export interface DraftMessage extends Omit<Message, 'parts'> {
  readonly parts: readonly DraftPart[]
}
