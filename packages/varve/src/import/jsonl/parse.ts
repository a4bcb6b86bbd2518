import type { Issue } from '@varve/core'
import { readEntryRow } from '../entry-row.ts'
import {
  type ImportSource,
  joinImports,
  NOTHING,
  type ParsedImport,
  type QuarantinedDraft,
  type SourceFile,
} from '../import-format.ts'
import { eachJsonRow } from '../json-lines.ts'
import { RowDrafts } from '../row-drafts.ts'
import { isTranscript } from './is-transcript.ts'

const FORMAT = 'jsonl'

export function parse(source: ImportSource): ParsedImport {
  return joinImports(source.files.map((file) => parseFile(file, source)))
}

function parseFile(file: SourceFile, source: ImportSource): ParsedImport {
  if (isTranscript(file)) return { ...NOTHING, issues: [sessionFile(file.path)] }
  const quarantined: QuarantinedDraft[] = []
  const into = new RowDrafts(file.path)
  for (const row of eachJsonRow(file, FORMAT, quarantined)) {
    const place = { format: FORMAT, file: file.path, line: row.line, trust: source.trust }
    const { id, fields, supersedes } = readEntryRow(row.value, place)
    const ref = into.add({ ...(id === undefined ? {} : { id }), text: row.text, line: row.line, fields })
    if (ref === undefined) continue
    for (const under of supersedes) into.lineage.push({ kind: 'supersedes', top: ref, under })
  }
  const { drafts, lineage, issues } = into
  return { ...NOTHING, drafts, lineage, quarantined, issues }
}

function sessionFile(path: string): Issue {
  return {
    code: 'session_file',
    severity: 'info',
    subjects: [path],
    message: `${path} records a session; sessions are taken in by a command of their own`,
    fix: [`varve session import ${path}`],
  }
}
