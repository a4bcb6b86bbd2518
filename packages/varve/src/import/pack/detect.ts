import type { ImportSource, SourceFile } from '../import-format.ts'
import { peekRows } from '../json-lines.ts'
import { memberOf } from '../json-members.ts'

export function detect(source: ImportSource): readonly string[] {
  return source.files.filter(isPack).map((file) => file.path)
}

function isPack(file: SourceFile): boolean {
  if (!/\.(?:jsonl|ndjson|pack)$/i.test(file.path)) return false
  return peekRows(file).some(({ value }) => memberOf(value, 'varve_pack') !== undefined)
}
