import { FLAG_KINDS, type Issue, type JsonObject, LINEAGE_KINDS, sha256 } from '@varve/core'
import { readEntryRow } from '../entry-row.ts'
import {
  type DraftFlag,
  type DraftLineage,
  type ImportSource,
  joinImports,
  type ParsedImport,
  type QuarantinedDraft,
  type SourceFile,
} from '../import-format.ts'
import { type JsonRow, readJsonRows } from '../json-lines.ts'
import { memberOf, objectsMember, textMember, withoutMembers } from '../json-members.ts'
import { isJsonObject } from '../parse-json.ts'
import { RowDrafts } from '../row-drafts.ts'
import { quarantine } from '../source-lines.ts'

const FORMAT = 'pack'
/** What the journal makes anew when an entry is added. */
const JOURNALLED = [
  'state',
  'flags',
  'recorded',
  'updated',
  'sightings',
  'versions',
  'text_version',
  'purged',
  'original',
]

export function parse(source: ImportSource): ParsedImport {
  return joinImports(source.files.map((file) => parseFile(file, source)))
}

/** Reads a pack. Rows that are entries by themselves are read too, so that a pack can be written by hand. */
function parseFile(file: SourceFile, source: ImportSource): ParsedImport {
  const { rows, quarantined } = readJsonRows(file, FORMAT)
  const into = new RowDrafts(file.path)
  const flags: DraftFlag[] = []
  const retracted: string[] = []
  const unknown: QuarantinedDraft[] = []
  for (const row of rows) {
    if (isFrame(row)) continue
    const { entry, link, lineage } = row.value
    if (isJsonObject(link)) addLink(into, link)
    else if (isJsonObject(lineage)) into.lineage.push(...lineageOf(lineage))
    else if (isJsonObject(entry) || textMember(row.value, 'content') !== undefined) {
      const value = isJsonObject(entry) && Object.keys(row.value).length === 1 ? entry : row.value
      const ref = addEntry(into, file, source, row, value)
      if (ref === undefined) continue
      flags.push(...flagsOf(ref, value))
      if (memberOf(value, 'state') === 'retracted') retracted.push(ref)
    } else {
      const at = { number: row.line, offset: row.offset }
      unknown.push(quarantine(file.path, FORMAT, at, row.text, 'unknown_row'))
    }
  }
  const { drafts, lineage, links, issues } = into
  return {
    drafts,
    lineage,
    links,
    flags,
    retracted,
    quarantined: [...quarantined, ...unknown],
    issues: [...issues, ...damage(file, rows)],
  }
}

/** The header, the closing line, and lineage that leads out of the pack. */
function isFrame({ value }: JsonRow): boolean {
  return (
    memberOf(value, 'varve_pack') !== undefined || ['sha256', 'outside'].includes(Object.keys(value).join())
  )
}

function addEntry(
  into: RowDrafts,
  file: SourceFile,
  source: ImportSource,
  row: JsonRow,
  value: JsonObject,
): string | undefined {
  const place = { format: FORMAT, file: file.path, line: row.line, trust: source.trust }
  const original = memberOf(value, 'original')
  const { id, fields, supersedes } = readEntryRow(withoutMembers(value, JOURNALLED), place)
  const kept = isJsonObject(original) ? originalOf(original) : {}
  const ref = into.add({
    ...(id === undefined ? {} : { id }),
    text: row.text,
    line: row.line,
    fields: { ...fields, ...kept },
  })
  if (ref === undefined) return undefined
  for (const under of supersedes) into.lineage.push({ kind: 'supersedes', top: ref, under })
  return ref
}

function originalOf(original: JsonObject): {
  readonly original?: { readonly file: string; readonly text: string }
} {
  const { file, text } = original
  return typeof file === 'string' && typeof text === 'string' ? { original: { file, text } } : {}
}

function flagsOf(ref: string, value: JsonObject): readonly DraftFlag[] {
  return objectsMember(value, 'flags').flatMap((flag) => {
    const kind = FLAG_KINDS.find((each) => each === memberOf(flag, 'kind'))
    return kind === undefined ? [] : [{ ref, kind, reason: textMember(flag, 'reason') ?? 'imported' }]
  })
}

function addLink(into: RowDrafts, link: JsonObject): void {
  const [from, to, type] = ['from', 'to', 'type'].map((name) => textMember(link, name))
  if (from === undefined || to === undefined || type === undefined) return
  into.links.push({ from, to, type, source: memberOf(link, 'source') === 'inline' ? 'inline' : 'typed' })
}

function lineageOf(lineage: JsonObject): readonly DraftLineage[] {
  const kind = LINEAGE_KINDS.find((each) => each === memberOf(lineage, 'kind'))
  const [top, under] = ['top', 'under'].map((name) => textMember(lineage, name))
  return kind === undefined || top === undefined || under === undefined ? [] : [{ kind, top, under }]
}

function damage(file: SourceFile, rows: readonly JsonRow[]): readonly Issue[] {
  const last = rows.at(-1)
  const stated = last === undefined ? undefined : textMember(last.value, 'sha256')
  const isFramed = rows.some(({ value }) => memberOf(value, 'varve_pack') !== undefined)
  if (!isFramed && stated === undefined) return []
  const body = Buffer.from(file.bytes.subarray(0, last?.offset ?? 0)).toString('utf8')
  if (stated !== undefined && stated === sha256(body)) return []
  return [
    {
      code: 'pack_damaged',
      severity: 'warning',
      subjects: [file.path],
      message: `${file.path} was changed or cut short after it was written; what can be read is taken in`,
      fix: [],
    },
  ]
}
