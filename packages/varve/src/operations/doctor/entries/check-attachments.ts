import { folderOf, joinPath } from '../../../import/path-names.ts'
import { QIPU_FORMAT } from '../../../import/qipu/detect.ts'
import type { EntryCheck } from './entry-check.ts'

const ATTACHMENT = /\]\(<?([^()<>\s]*attachments\/[^()<>\s]+)>?\)/g

/** The files that a note's text shows, as paths from the top of the project. */
export function attachmentsOf(content: string, file: string): readonly string[] {
  return [...content.matchAll(ATTACHMENT)].flatMap(
    ([, target = '']) => joinPath(folderOf(file), target) ?? [],
  )
}

/** Attachments that a note shows and that are gone. */
export const checkAttachments: EntryCheck = ({ id, content, source }, facts) => {
  const { file, format, outside } = source
  if (format !== QIPU_FORMAT || file === undefined || outside === true) return []
  return [...new Set(attachmentsOf(content, file))]
    .filter((path) => !facts.hasFile(path))
    .map((path) => ({
      code: 'broken_attachment',
      severity: 'warning' as const,
      subjects: [id, path],
      message: `${id} shows ${path}, which is not there`,
      fix: [`varve edit ${id}`],
    }))
}
