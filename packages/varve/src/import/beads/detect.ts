import type { ImportSource, SourceFile } from '../import-format.ts'
import { peekRows } from '../json-lines.ts'
import { isInteraction, isIssue } from './beads-row.ts'

export function detect(source: ImportSource): readonly string[] {
  return source.files.filter(isBeads).map((file) => file.path)
}

function isBeads(file: SourceFile): boolean {
  if (!/\.jsonl$/i.test(file.path)) return false
  const rows = peekRows(file)
  return rows.length > 0 && rows.every(({ value }) => isIssue(value) || isInteraction(value))
}
