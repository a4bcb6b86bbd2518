import { isJsonObject, type JsonObject } from '@varve/core'
import { type DraftPlace, draftFields, member } from '../draft-fields.ts'
import {
  type DraftFields,
  type ImportSource,
  joinImports,
  NOTHING,
  type ParsedImport,
  type QuarantinedDraft,
  type SourceFile,
} from '../import-format.ts'
import { readJsonDocument } from '../json-document.ts'
import { type JsonRow, type JsonRows, readJsonRows, unknownRow } from '../json-lines.ts'
import { memberOf, textMember } from '../json-members.ts'
import { RowDrafts } from '../row-drafts.ts'
import { quarantinedFile } from '../source-lines.ts'
import { type BackupNames, backupNames, NO_NAMES } from './backup-names.ts'
import { isLines, LISTS } from './detect.ts'
import { isBackup, isRelation, targetOf } from './mem0-row.ts'
import { memoryFields } from './memory-fields.ts'

const FORMAT = 'mem0'

export function parse(source: ImportSource): ParsedImport {
  return joinImports(source.files.map((file) => parseFile(file, source)))
}

function parseFile(file: SourceFile, source: ImportSource): ParsedImport {
  if (isLines(file.path)) return parseRows(file, source, readJsonRows(file, FORMAT))
  const document = readJsonDocument(file, FORMAT)
  if (!('value' in document)) return { ...NOTHING, quarantined: [document.quarantined] }
  const { value } = document
  if (Array.isArray(value)) return parseRows(file, source, document.rowsOf())
  const name = isJsonObject(value) ? LISTS.find((each) => Array.isArray(memberOf(value, each))) : undefined
  if (!isJsonObject(value) || name === undefined) {
    const text = Buffer.from(file.bytes).toString('utf8')
    return { ...NOTHING, quarantined: [quarantinedFile(file, FORMAT, { text, position: 0 }, 'no_memories')] }
  }
  return parseRows(file, source, document.rowsOf(name), {
    names: isBackup(value) ? backupNames(value) : NO_NAMES,
    relations: document.rowsOf('relations'),
  })
}

/** What stands beside the memories. The edges of the graph are between names, so each is a statement of its own. */
interface Beside {
  readonly names: BackupNames
  readonly relations: JsonRows
}

const ALONE: Beside = { names: NO_NAMES, relations: { rows: [], quarantined: [] } }

function parseRows(
  file: SourceFile,
  source: ImportSource,
  memories: JsonRows,
  { names, relations }: Beside = ALONE,
): ParsedImport {
  const into = new RowDrafts(file.path)
  const retracted: string[] = []
  const unknown: QuarantinedDraft[] = []
  for (const row of memories.rows) {
    const fields = memoryFields(row.value, placeOf(row, file, source), names)
    if (fields === undefined) {
      unknown.push(unknownRow(file, FORMAT, row))
      continue
    }
    const id = textMember(row.value, 'id')
    const ref = into.add({ ...(id !== undefined && { id }), text: row.text, line: row.line, fields })
    if (ref !== undefined && textMember(row.value, 'state') === 'deleted') retracted.push(ref)
  }
  for (const row of relations.rows) {
    if (!isRelation(row.value)) unknown.push(unknownRow(file, FORMAT, row))
    else {
      const fields = relationFields(row.value, placeOf(row, file, source))
      into.add({ text: row.text, line: row.line, fields })
    }
  }
  const { drafts, issues } = into
  const quarantined = [...memories.quarantined, ...relations.quarantined, ...unknown]
  return { ...NOTHING, drafts, issues, retracted, quarantined }
}

function relationFields(relation: JsonObject, place: DraftPlace): DraftFields {
  const from = textMember(relation, 'source') ?? ''
  const words = (textMember(relation, 'relationship') ?? '').replaceAll('_', ' ')
  return draftFields(place, {
    content: `${from} ${words} ${targetOf(relation) ?? ''}`,
    entity: { kind: 'entity', name: from },
    ...member('extra', { relation }),
  })
}

function placeOf(row: JsonRow, file: SourceFile, source: ImportSource): DraftPlace {
  return { format: FORMAT, file: file.path, line: row.line, trust: source.trust }
}
