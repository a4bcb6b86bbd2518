import type { Issue, StoreReader } from '@varve/core'
import { folderOf } from '../../import/path-names.ts'
import { QIPU_FORMAT } from '../../import/qipu/detect.ts'

/** Notes of the stores that were read whose files are no longer there. They stay as they are. */
export function missingFiles(reader: StoreReader, read: ReadonlySet<string>): readonly Issue[] {
  const folders = new Set([...read].map(folderOf))
  const issues: Issue[] = []
  for (const { id, source, state } of reader.entries({ visibility: 'all' })) {
    const { file, format } = source
    if (format !== QIPU_FORMAT || file === undefined || state === 'retracted') continue
    if (folders.has(folderOf(file)) && !read.has(file)) issues.push(missingFile(id, file))
  }
  return issues
}

export function missingFile(id: string, file: string): Issue {
  return {
    code: 'missing_file',
    severity: 'warning',
    subjects: [id, file],
    message: `${file}, which ${id} was imported from, is gone; what it said is kept`,
    detail: { file },
    fix: [`varve edit ${id} --retract`],
  }
}
