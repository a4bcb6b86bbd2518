import type { EntryId } from '../../domain/ids.ts'
import { nameOf } from '../name-of.ts'

/** The version of the instructions: other ones, other prose. */
export const NARRATE = 'narrate/1'

/** Lines of one category that the index lists, and the room that they have: prose may stand for them there. */
export interface NarratedLines {
  readonly category: string
  /** Tokens with the last line feed, of the counter that the index is measured with. */
  readonly share: number
  readonly bullets: readonly { readonly id: EntryId; readonly text: string }[]
}

/** Prose stands for exactly these lines in this room. */
export function narrativeKey({ share, bullets }: Omit<NarratedLines, 'category'>): string {
  return nameOf(
    `${NARRATE} ${share}`,
    bullets.map(({ id, text }) => `${id} ${text}`),
  )
}
