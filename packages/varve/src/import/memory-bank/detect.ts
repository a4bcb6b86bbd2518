import type { ImportSource } from '../import-format.ts'
import { baseName, folderOf } from '../path-names.ts'

const FOLDER = /(?:^|\/)memory[-_]?bank\//i
const CORE_FILES = ['activecontext.md', 'progress.md']

export function detect(source: ImportSource): readonly string[] {
  const markdown = source.files.map((file) => file.path).filter((path) => path.toLowerCase().endsWith('.md'))
  const coreFiles = markdown.filter((path) => CORE_FILES.includes(baseName(path).toLowerCase()))
  // A memory bank read from inside its folder shows by the two files that every one has.
  const banks = new Set(
    coreFiles.map(folderOf).filter((folder, index, folders) => folders.indexOf(folder) !== index),
  )
  return markdown.filter((path) => FOLDER.test(path) || banks.has(folderOf(path)))
}
