import type { ImportSource } from '../import-format.ts'
import { undotted } from '../path-names.ts'

const FOLDER = /(?:^|\/)\.?serena[-/]memories\/.*\.md$/i

export function detect(source: ImportSource): readonly string[] {
  return source.files.map((file) => file.path).filter((path) => FOLDER.test(undotted(path)))
}
