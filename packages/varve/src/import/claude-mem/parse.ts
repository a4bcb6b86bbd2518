import type { DraftPlace } from '../draft-fields.ts'
import {
  type DraftFields,
  type DraftLink,
  type ImportSource,
  joinImports,
  NOTHING,
  type ParsedImport,
  type QuarantinedDraft,
  type SourceFile,
} from '../import-format.ts'
import { type JsonDocument, readJsonDocument } from '../json-document.ts'
import { type JsonRow, unknownRow } from '../json-lines.ts'
import { RowDrafts } from '../row-drafts.ts'
import { directiveFields, isActive } from './directive.ts'
import { idOf, memorySession } from './members.ts'
import { observationFields } from './observation.ts'
import { logFields, type SessionLogs, sessionLogs } from './session-logs.ts'
import { summaryFields } from './summary.ts'

const FORMAT = 'claude-mem'
const LISTS = ['observations', 'summaries', 'sessions', 'prompts', 'directives'] as const

/** A file while it is read. */
interface Reading {
  readonly file: SourceFile
  readonly source: ImportSource
  readonly rows: Readonly<Record<(typeof LISTS)[number], readonly JsonRow[]>>
  readonly logs: SessionLogs
  /** For all of its rows: those without a number are told apart by what was there before. */
  readonly into: RowDrafts
}

export function parse(source: ImportSource): ParsedImport {
  return joinImports(source.files.map((file) => parseFile(file, source)))
}

function parseFile(file: SourceFile, source: ImportSource): ParsedImport {
  const document = readJsonDocument(file, FORMAT)
  if (!('value' in document)) return { ...NOTHING, quarantined: [document.quarantined] }
  const { rows, quarantined } = readLists(document)
  const logs = sessionLogs(rows.sessions, rows.prompts)
  const into = new RowDrafts(file.path)
  const reading: Reading = { file, source, rows, logs, into }
  const parts = [
    parseOfSessions(reading, rows.observations, '', observationFields),
    parseOfSessions(reading, rows.summaries, 's', summaryFields),
    parseLogs(reading),
    parseDirectives(reading),
  ]
  const { drafts, issues } = into
  return joinImports([...parts, { ...NOTHING, drafts, issues, quarantined }])
}

function readLists(document: JsonDocument): Pick<Reading, 'rows'> & Pick<ParsedImport, 'quarantined'> {
  const lists = LISTS.map((name) => [name, document.rowsOf(name)] as const)
  return {
    rows: Object.fromEntries(lists.map(([name, list]) => [name, list.rows])) as Reading['rows'],
    quarantined: lists.flatMap(([, list]) => list.quarantined),
  }
}

/** What was seen in a session, or written of it: linked to what was asked there. */
function parseOfSessions(
  { file, source, logs, into }: Reading,
  rows: readonly JsonRow[],
  letter: string,
  fieldsOf: typeof observationFields,
): ParsedImport {
  const unknown: QuarantinedDraft[] = []
  const links: DraftLink[] = []
  for (const row of rows) {
    const memory = memorySession(row.value)
    const session = memory === undefined ? undefined : (logs.sessions.get(memory) ?? memory)
    const fields = fieldsOf(row.value, placeOf(row, file, source), session)
    if (fields === undefined) {
      unknown.push(unknownRow(file, FORMAT, row))
      continue
    }
    const ref = into.add(statedRow(row, idOf(letter, row.value), fields))
    if (ref !== undefined && session !== undefined && logs.logs.has(session)) {
      links.push({ from: ref, to: logRef(session), type: 'part-of', source: 'typed' })
    }
  }
  return { ...NOTHING, links, quarantined: unknown }
}

function parseLogs({ file, source, logs, into }: Reading): ParsedImport {
  for (const log of logs.logs.values()) {
    const rows = [...(log.row === undefined ? [] : [log.row]), ...log.prompts]
    const [first] = rows
    if (first === undefined) continue
    const text = rows.map((row) => row.text).join('\n')
    const fields = logFields(log, placeOf(first, file, source))
    into.add({ id: logRef(log.session), text, line: first.line, fields })
  }
  return { ...NOTHING, quarantined: logs.unknown.map((row) => unknownRow(file, FORMAT, row)) }
}

function parseDirectives({ file, source, rows, into }: Reading): ParsedImport {
  const retracted: string[] = []
  const unknown: QuarantinedDraft[] = []
  for (const row of rows.directives) {
    const fields = directiveFields(row.value, placeOf(row, file, source))
    if (fields === undefined) {
      unknown.push(unknownRow(file, FORMAT, row))
      continue
    }
    const ref = into.add(statedRow(row, idOf('d', row.value), fields))
    if (ref !== undefined && !isActive(row.value)) retracted.push(ref)
  }
  return { ...NOTHING, retracted, quarantined: unknown }
}

function statedRow({ text, line }: JsonRow, id: string | undefined, fields: DraftFields) {
  return { ...(id !== undefined && { id }), text, line, fields }
}

function logRef(session: string): string {
  return `cm-session-${session}`
}

function placeOf({ line }: JsonRow, file: SourceFile, { trust }: ImportSource): DraftPlace {
  return { format: FORMAT, file: file.path, line, trust }
}
