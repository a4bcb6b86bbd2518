import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { byText, type Entry, type Issue, sortedUnique } from '@varve/core'
import { QIPU_FORMAT } from '../../import/qipu/detect.ts'
import { furtherScopes } from '../commit.ts'
import type { OperationContext } from '../context.ts'
import { missingFile } from '../import/missing-files.ts'
import { attachmentsOf } from './entries/check-attachments.ts'

/** What these are imported from is a parcel: it may go when it was taken in. */
const PARCELS = ['pack', 'jsonl']

/** Files that were imported and are gone; attachments that no note shows. */
export function checkFiles(context: OperationContext): readonly Issue[] {
  const files = new ImportedFiles(context)
  return [...files.missing(), ...files.orphans()]
}

class ImportedFiles {
  readonly #top: string
  readonly #byFile = new Map<string, string[]>()
  readonly #shown = new Set<string>()
  readonly #stores = new Set<string>()

  constructor(context: OperationContext) {
    this.#top = context.place.top
    const scopes = ['project', ...furtherScopes(context)]
    for (const entry of context.reading().entries({ visibility: 'all', scopes })) this.#add(entry)
  }

  #add({ id, content, source, original, state, purged }: Entry): void {
    const { file, format = '', outside } = source
    if (file === undefined || outside === true || PARCELS.includes(format) || purged || state === 'retracted')
      return
    const ids = this.#byFile.get(file)
    if (ids === undefined) this.#byFile.set(file, [id])
    else ids.push(id)
    if (format !== QIPU_FORMAT) return
    for (const path of attachmentsOf(content, file)) this.#shown.add(path)
    if (original !== undefined && file.endsWith(original.file))
      this.#stores.add(file.slice(0, file.length - original.file.length))
  }

  missing(): readonly Issue[] {
    return [...this.#byFile]
      .filter(([file]) => !existsSync(join(this.#top, file)))
      .sort(([a], [b]) => byText(a, b))
      .map(([file, [id = '', ...others]]) =>
        others.length === 0 ? missingFile(id, file) : missingFiles(file, others.length + 1),
      )
  }

  orphans(): readonly Issue[] {
    return sortedUnique([...this.#stores]).flatMap((store) =>
      listFiles(join(this.#top, store, 'attachments'))
        .map((path) => `${store}attachments/${path}`)
        .filter((path) => !this.#shown.has(path))
        .map((path) => ({
          code: 'orphaned_attachment',
          severity: 'warning' as const,
          subjects: [path],
          message: `${path} is shown by no note`,
          fix: [],
        })),
    )
  }
}

function missingFiles(file: string, count: number): Issue {
  return {
    code: 'missing_file',
    severity: 'warning',
    subjects: [file],
    message: `${file}, which ${count} entries were imported from, is gone; what it said is kept`,
    detail: { file },
    fix: [],
  }
}

function listFiles(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .map((item) =>
      join(item.parentPath, item.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort(byText)
}
