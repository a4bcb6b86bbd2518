import { type EntryId, getEntry, type StoreReader, VarveError, type VersionId } from '@varve/core'
import type { EditedText, OperationContext } from '../context.ts'
import { findEntry } from '../find-entry.ts'

/** A text as a person left it in their editor, and the version that it was made from. */
export interface EntryInEditor {
  readonly id: EntryId
  readonly madeFrom: VersionId
  readonly edited: EditedText
}

/** Lets a person change an entry's text where they write. Nothing is locked meanwhile. */
export async function editInEditor(
  typed: string,
  context: OperationContext,
  example: string,
): Promise<EntryInEditor> {
  const reader = context.reading()
  const { id, content, text_version: madeFrom } = getEntry(reader, findEntry(reader, typed))
  const edited = await context.editText(content)
  if (edited) return { id, madeFrom, edited }
  throw new VarveError('usage', 'say what to change: there is no terminal to open an editor on', {
    fix: [example],
  })
}

/** What somebody else wrote while the editor was open must not be replaced unseen. */
export function refuseOvertaken(reader: StoreReader, { id, madeFrom }: EntryInEditor): void {
  if (reader.entry(id)?.text_version === madeFrom) return
  throw new VarveError('stale_plan', `${id} was changed while the editor was open`, {
    subjects: [id],
    fix: [`varve show ${id}`, `varve edit ${id}`],
  })
}

/** Saves what was edited; where that fails, the file stays, so that nobody has to write it again. */
export function saveEdited<T>({ edited }: EntryInEditor, save: () => T): T {
  try {
    const saved = save()
    edited.discard()
    return saved
  } catch (error) {
    if (!VarveError.isInstance(error)) throw error
    const { code, message, subjects, fix } = error
    throw new VarveError(code, `${message}; your text is in ${edited.file}`, { subjects, fix, cause: error })
  }
}
