import type { EntryId } from '@varve/core'
import type { QipuFile } from './detect.ts'
import type { QipuNote } from './parse-note.ts'

/** A note with the place that it has in a store. */
export interface ReadNote extends QipuNote {
  readonly file: QipuFile
  /** Its id in Varve: another one where an earlier file has its own. */
  readonly entryId: EntryId
}
