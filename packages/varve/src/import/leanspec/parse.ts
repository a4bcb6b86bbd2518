import { canonicalJson, type Issue, isJsonObject, type JsonObject } from '@varve/core'
import { decodeText } from '../decode-text.ts'
import type { DraftPlace } from '../draft-fields.ts'
import { duplicateDraftId } from '../draft-id.ts'
import {
  type DraftFlag,
  type DraftLineage,
  type ImportDraft,
  type ImportSource,
  joinImports,
  NOTHING,
  type ParsedImport,
  type QuarantinedDraft,
  type SourceFile,
} from '../import-format.ts'
import { memberOf } from '../json-members.ts'
import { readNote } from '../markdown/whole-note.ts'
import { parseJson } from '../parse-json.ts'
import { quarantinedFile } from '../source-lines.ts'
import { partsOf } from './detect.ts'
import { type LeanspecEntry, type ParsedEntry, parseLeanspecEntry } from './parse-entry.ts'

const FORMAT = 'leanspec'

/** Reads a LeanSpec memory: entries one by one, session logs as notes; what is generated is left out. */
export function parse(source: ImportSource): ParsedImport {
  const parts = partsOf(source)
  const filesOf = (part: string): readonly SourceFile[] =>
    source.files.filter((file) => parts.get(file.path) === part)
  const logs = filesOf('log').map((file) => readNote(file, source, FORMAT, logFields).parsed)
  const settings = filesOf('config').flatMap(memorySettings)[0]
  return {
    ...joinImports([parseEntries(filesOf('entry'), source), ...logs]),
    ...(settings === undefined ? {} : { settings }),
  }
}

function logFields(): { readonly tags: readonly string[] } {
  return { tags: ['session-log'] }
}

function memorySettings(file: SourceFile): readonly JsonObject[] {
  const parsed = parseJson(
    Buffer.from(file.bytes)
      .toString('utf8')
      .replace(/^\uFEFF/, ''),
  )
  const memory = parsed.kind === 'object' ? memberOf(parsed.value, 'memory') : undefined
  return isJsonObject(memory) ? [memory] : []
}

function parseEntries(files: readonly SourceFile[], source: ImportSource): ParsedImport {
  const found: NamedEntry[] = []
  const quarantined: QuarantinedDraft[] = []
  const bad: Issue[] = []
  for (const file of files) {
    const text = decodeText(file.bytes)
    const place: DraftPlace = { format: FORMAT, file: file.path, line: 1, trust: source.trust }
    const parsed: ParsedEntry =
      text === undefined ? { kind: 'bad', reason: 'invalid_utf8' } : parseLeanspecEntry(text, place)
    if (parsed.kind === 'entry') found.push({ file: file.path, entry: parsed.entry })
    else {
      const item = quarantinedFile(file, FORMAT, { text, position: parsed.position ?? 0 }, parsed.reason)
      quarantined.push(item)
      bad.push(badEntry(item))
    }
  }
  const entries = fromEntries(found)
  return { ...entries, quarantined, issues: [...bad, ...entries.issues] }
}

interface NamedEntry {
  readonly file: string
  readonly entry: LeanspecEntry
}

// First by file name keeps an id that several files have; each other one gets an id of its own.
function fromEntries(found: readonly NamedEntry[]): ParsedImport {
  const drafts: ImportDraft[] = []
  const issues: Issue[] = []
  const firstOf = new Map<string, NamedEntry>()
  const lineage: DraftLineage[] = []
  const flags: DraftFlag[] = []
  const retracted: string[] = []
  for (const named of found) {
    const { entry, file } = named
    issues.push(...entry.issues)
    const first = firstOf.get(entry.id)
    if (first !== undefined && canonicalJson(first.entry.value) === canonicalJson(entry.value)) {
      issues.push(sameId('duplicate_file', 'info', named, first, 'they are equal and were taken in once'))
      continue
    }
    if (first === undefined) firstOf.set(entry.id, named)
    else issues.push(sameId('duplicate_id', 'error', named, first, 'the second got an id of its own'))
    const id = first === undefined ? entry.id : duplicateDraftId(entry.id, entry.fields.original?.text ?? '')
    drafts.push({ ref: id, id, key: { source: file, key: entry.id, occurrence: 1 }, fields: entry.fields })
    for (const edge of lineageOf(id, entry)) lineage.push(edge)
    if (entry.staleReason !== undefined) flags.push({ ref: id, kind: 'stale', reason: entry.staleReason })
    if (entry.isRetracted) retracted.push(id)
  }
  const mismatches = found.flatMap((named) => mergeMismatch(named, firstOf))
  return {
    ...NOTHING,
    drafts,
    lineage: distinct(lineage),
    flags,
    retracted,
    issues: [...issues, ...mismatches],
  }
}

/** The edges that one file states. */
export function lineageOf(id: string, entry: LeanspecEntry): readonly DraftLineage[] {
  const { supersedes, sourceEntries, mergedInto } = entry
  return [
    ...supersedes.map((under): DraftLineage => ({ kind: 'supersedes', top: id, under })),
    ...sourceEntries.map((under): DraftLineage => ({ kind: 'merges', top: id, under })),
    ...(mergedInto === undefined ? [] : [{ kind: 'merges', top: mergedInto, under: id } as const]),
  ]
}

function distinct(lineage: readonly DraftLineage[]): readonly DraftLineage[] {
  return [...new Map(lineage.map((edge) => [`${edge.kind} ${edge.top} ${edge.under}`, edge])).values()]
}

function mergeMismatch({ entry, file }: NamedEntry, byId: ReadonlyMap<string, NamedEntry>): readonly Issue[] {
  const top = entry.mergedInto === undefined ? undefined : byId.get(entry.mergedInto)
  if (top === undefined || top.entry.sourceEntries.includes(entry.id)) return []
  return [
    {
      code: 'lineage_mismatch',
      severity: 'info',
      subjects: [top.entry.id, entry.id],
      message: `${file}: ${entry.id} says it was merged into ${top.entry.id}, which does not list it`,
      fix: [`varve compact show ${top.entry.id}`],
    },
  ]
}

function badEntry({ file, line, offset, reason }: QuarantinedDraft): Issue {
  return {
    code: 'bad_entry',
    severity: 'warning',
    subjects: [file],
    message: `${file}:${line}: ${reason.replaceAll('_', ' ')}; the file is kept in quarantine`,
    detail: { file, line, offset, reason },
    fix: ['varve doctor'],
  }
}

function sameId(
  code: string,
  severity: Issue['severity'],
  named: NamedEntry,
  first: NamedEntry,
  what: string,
): Issue {
  const id = named.entry.id
  return {
    code,
    severity,
    subjects: [id, first.file, named.file],
    message: `${first.file} and ${named.file} have one id, ${id}: ${what}`,
    fix: [`varve show ${id} --raw`],
  }
}
