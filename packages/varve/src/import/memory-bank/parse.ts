import { type ImportSource, joinImports, type ParsedImport } from '../import-format.ts'
import { splitFile } from '../markdown/split-file.ts'

export function parse(source: ImportSource): ParsedImport {
  return joinImports(source.files.map((file) => splitFile(file, source, 'memory-bank')))
}
