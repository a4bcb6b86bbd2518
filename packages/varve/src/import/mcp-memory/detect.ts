import type { ImportSource, SourceFile } from '../import-format.ts'
import { peekRows } from '../json-lines.ts'
import { isEntity, isRelation } from './graph-row.ts'

export function detect(source: ImportSource): readonly string[] {
  return source.files.filter(isGraph).map((file) => file.path)
}

function isGraph(file: SourceFile): boolean {
  if (!/\.jsonl?$/i.test(file.path)) return false
  const rows = peekRows(file)
  return rows.length > 0 && rows.every(({ value }) => isEntity(value) || isRelation(value))
}
