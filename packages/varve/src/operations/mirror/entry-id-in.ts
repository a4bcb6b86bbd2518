import { type EntryId, isEntryId } from '@varve/core'

/** The id that the text of an entry file states. */
export function entryIdIn(text: string): EntryId | undefined {
  try {
    const { id } = JSON.parse(text.replace(/^\uFEFF/, ''))
    return isEntryId(id) ? id : undefined
  } catch {
    return undefined
  }
}
