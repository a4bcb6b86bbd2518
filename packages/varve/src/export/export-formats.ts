import { baseName, folderOf } from '../import/path-names.ts'
import type { ExportedMemory, ExportFile } from './export-file.ts'
import { exportJsonl } from './jsonl/export-jsonl.ts'
import { exportLeanspec } from './leanspec/export-leanspec.ts'
import { exportMarkdown } from './markdown/export-markdown.ts'
import { exportPack } from './pack/export-pack.ts'
import { exportQipu } from './qipu/export-qipu.ts'

export interface ExportOptions {
  /** LeanSpec: nothing that it does not know. */
  readonly isStrict: boolean
  /** Name of the counter that sizes are stated in. */
  readonly counter: string
  /** Paths of the files that lie in the target already. */
  readonly existing: readonly string[]
  /** The text of one of them. */
  readonly read: (path: string) => string | undefined
}

/** One kind of target. The caller has chosen the entries; a format only renders them. */
export interface ExportFormat {
  readonly name: string
  readonly title: string
  render(memory: ExportedMemory, options: ExportOptions): readonly ExportFile[]
}

export const EXPORT_FORMATS: readonly ExportFormat[] = [
  {
    name: 'leanspec',
    title: 'LeanSpec entries, byte for byte where unchanged',
    render: (memory, { isStrict, existing }) =>
      exportLeanspec(memory, { isStrict, taken: namesIn('entries', existing), withRetracted: true }),
  },
  {
    name: 'pack',
    title: 'everything in one file',
    render: (memory, { counter }) => [exportPack(memory, { counter })],
  },
  {
    name: 'qipu',
    title: 'the notes of a qipu store, byte for byte where unchanged',
    render: exportQipu,
  },
  { name: 'jsonl', title: 'one entry a line', render: exportJsonl },
  { name: 'markdown', title: 'a bundle to read', render: exportMarkdown },
]

function namesIn(folder: string, paths: readonly string[]): readonly string[] {
  return paths.filter((path) => folderOf(path) === folder).map(baseName)
}

export type { ExportedMemory, ExportFile }
