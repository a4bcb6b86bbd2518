import type { ExportedMemory, ExportFile } from './export-file.ts'
import { exportJsonl } from './jsonl/export-jsonl.ts'
import { exportLeanspec } from './leanspec/export-leanspec.ts'
import { exportMarkdown } from './markdown/export-markdown.ts'
import { exportPack } from './pack/export-pack.ts'

export interface ExportOptions {
  /** LeanSpec: nothing that it does not know. */
  readonly isStrict: boolean
  /** Name of the counter that sizes are stated in. */
  readonly counter: string
  /** File names that are taken in the target already. */
  readonly taken: readonly string[]
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
    render: (memory, { isStrict, taken }) => exportLeanspec(memory, { isStrict, taken, withRetracted: true }),
  },
  {
    name: 'pack',
    title: 'everything in one file',
    render: (memory, { counter }) => [exportPack(memory, { counter })],
  },
  { name: 'jsonl', title: 'one entry a line', render: exportJsonl },
  { name: 'markdown', title: 'a bundle to read', render: exportMarkdown },
]

export type { ExportedMemory, ExportFile }
