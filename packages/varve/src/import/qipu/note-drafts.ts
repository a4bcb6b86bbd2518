import { sortedUnique, type Trust } from '@varve/core'
import { draftFields } from '../draft-fields.ts'
import type { ImportDraft } from '../import-format.ts'
import { folderOf, joinPath, stemOf } from '../path-names.ts'
import { QIPU_FORMAT, type QipuFile } from './detect.ts'
import type { ReadNote } from './read-note.ts'
import { type Sidecar, withSidecarFields } from './sidecar.ts'

/** The draft of a note, with the hashes of its attachments and what the sidecar knows of it besides. */
export function draftOf(
  note: ReadNote,
  attachments: ReadonlyMap<string, string>,
  sidecar: Sidecar,
): ImportDraft {
  const { file, entryId, fields } = note
  const files = sortedUnique(attachmentsOf(note)).flatMap((path) => {
    const hash = attachments.get(path)
    return hash === undefined ? [] : [{ path, hash }]
  })
  return {
    ref: entryId,
    id: entryId,
    key: { source: file.path, key: note.id, occurrence: 1 },
    fields: withSidecarFields(
      {
        ...fields,
        refs: [...fields.refs, ...files],
        ...(file.workspace === undefined ? {} : { scope: `branch:${file.workspace}` }),
      },
      sidecar.fields.get(entryId),
    ),
  }
}

const FILE_LINK = /\]\(<?([^()<>\s]*attachments\/[^()<>\s]+)>?\)/g

/** The attachments that a note's text names, as paths of the source. */
function attachmentsOf({ fields, file }: ReadNote): readonly string[] {
  return [...fields.content.matchAll(FILE_LINK)].flatMap(
    ([, target = '']) => joinPath(folderOf(file.path), target) ?? [],
  )
}

/** A template says how notes are to be written: kept as text, and never in the way of what is known. */
export function templateDrafts(file: QipuFile, text: string, trust: Trust): readonly ImportDraft[] {
  if (!/[\p{L}\p{N}]/u.test(text)) return []
  return [
    {
      ref: file.path,
      key: { source: file.path, key: '', occurrence: 1 },
      fields: draftFields(
        { format: QIPU_FORMAT, file: file.path, line: 1, trust },
        {
          type: 'template',
          title: `Template: ${stemOf(file.path)}`,
          content: text,
          tags: ['template'],
          confidence: 'low',
          value: 0,
          original: { file: file.storePath, text },
        },
      ),
    },
  ]
}
