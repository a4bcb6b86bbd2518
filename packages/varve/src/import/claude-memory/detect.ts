import type { ImportSource } from '../import-format.ts'
import { baseName, folderOf, undotted } from '../path-names.ts'

const FOLDER =
  /(?:^|\/)\.(?:claude\/projects\/[^/]+\/memory|claude\/(?:agent-)?memory(?:-local)?|agent\/memory)\//
const INDEX = 'MEMORY.md'

export function detect(source: ImportSource): readonly string[] {
  const markdown = source.files.map((file) => file.path).filter((path) => path.toLowerCase().endsWith('.md'))
  const folders = new Set(markdown.filter((path) => baseName(path) === INDEX).map(folderOf))
  return markdown.filter((path) => FOLDER.test(undotted(path)) || folders.has(folderOf(path)))
}
