import {
  FLAG_KINDS,
  type Issue,
  isJsonObject,
  type JsonObject,
  LINEAGE_KINDS,
  type Since,
  SOURCE_KINDS,
  type Source,
  sha256,
  TRUSTS,
} from '@varve/core'
import { readEntryRow } from '../entry-row.ts'
import {
  type DraftFlag,
  type DraftLineage,
  type DraftPolicy,
  type DraftReview,
  type DraftSighting,
  type ImportSource,
  joinImports,
  type ParsedImport,
  type QuarantinedDraft,
  type SourceFile,
} from '../import-format.ts'
import { type JsonRow, readJsonRows, unknownRow } from '../json-lines.ts'
import { instantMember, memberOf, objectsMember, textMember, withoutMembers } from '../json-members.ts'
import { readJudgement } from '../judgement-row.ts'
import { RowDrafts } from '../row-drafts.ts'

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
  const sightings: DraftSighting[] = []
  const reviews: DraftReview[] = []
  const policies: DraftPolicy[] = []
  const quarantinedThere: QuarantinedDraft[] = []
  for (const row of rows) {
    if (isFrame(row)) continue
    const { entry, link } = row.value
    const edge = row.value.lineage ?? row.value.outside
    if (isJsonObject(link)) addLink(into, link)
    else if (isJsonObject(edge)) into.lineage.push(...lineageOf(edge))
    else if (isJsonObject(row.value.sighting)) sightings.push(...sightingOf(row.value.sighting))
    else if (isJsonObject(row.value.review)) reviews.push(...reviewOf(row.value.review))
    else if (isJsonObject(row.value.policy)) policies.push(...policyOf(row.value.policy))
    else if (isJsonObject(row.value.quarantined))
      quarantinedThere.push(...quarantinedOf(row.value.quarantined))
    else if (isJsonObject(entry) || textMember(row.value, 'content') !== undefined) {
      const value = isJsonObject(entry) && Object.keys(row.value).length === 1 ? entry : row.value
      const ref = addEntry(into, file, source, row, value)
      if (ref === undefined) continue
      flags.push(...flagsOf(ref, value))
      if (memberOf(value, 'state') === 'retracted') retracted.push(ref)
    } else {
      unknown.push(unknownRow(file, FORMAT, row))
    }
  }
  const { drafts, lineage, links, issues } = into
  return {
    drafts,
    lineage,
    links,
    flags,
    retracted,
    sightings,
    reviews,
    policies,
    quarantined: [...quarantinedThere, ...quarantined, ...unknown],
    issues: [...issues, ...damage(file, rows)],
  }
}

/** The header and the closing line. */
function isFrame({ value }: JsonRow): boolean {
  return memberOf(value, 'varve_pack') !== undefined || Object.keys(value).join() === 'sha256'
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
  // A pack that Varve wrote says itself where each entry came from.
  const own = isJsonObject(row.value.entry) ? sourceOf(memberOf(value, 'source')) : undefined
  const stated = own === undefined ? {} : { source: own }
  const ref = into.add({
    ...(id === undefined ? {} : { id }),
    text: row.text,
    line: row.line,
    fields: { ...fields, ...kept, ...stated },
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
    if (kind === undefined) return []
    const evidence = memberOf(flag, 'evidence')
    return [
      {
        ref,
        kind,
        reason: textMember(flag, 'reason') ?? 'imported',
        ...(isJsonObject(evidence) && { evidence }),
        ...sinceOf(flag),
      },
    ]
  })
}

function addLink(into: RowDrafts, link: JsonObject): void {
  const [from, to, type] = ['from', 'to', 'type'].map((name) => textMember(link, name))
  if (from === undefined || to === undefined || type === undefined) return
  into.links.push({ from, to, type, source: memberOf(link, 'source') === 'inline' ? 'inline' : 'typed' })
}

function lineageOf(lineage: JsonObject): readonly DraftLineage[] {
  const kind = LINEAGE_KINDS.find((each) => each === memberOf(lineage, 'kind'))
  const [top, under, hash] = ['top', 'under', 'source_hash'].map((name) => textMember(lineage, name))
  if (kind === undefined || top === undefined || under === undefined) return []
  const guard = readJudgement(memberOf(lineage, 'guard'))
  const stated = { ...(hash !== undefined && { source_hash: hash }), ...(guard !== undefined && { guard }) }
  return [{ kind, top, under, ...stated, ...sinceOf(lineage) }]
}

function sightingOf(row: JsonObject): readonly DraftSighting[] {
  const [ref, occasion] = ['entry', 'occasion'].map((name) => textMember(row, name))
  const source = sourceOf(memberOf(row, 'source'))
  const { since } = sinceOf(row)
  if (ref === undefined || occasion === undefined || source === undefined || since === undefined) return []
  return [{ ref, occasion, source, since }]
}

/** Who stated it when: both, or the import itself did. */
function sinceOf(row: JsonObject): { readonly since?: Since } {
  const [by, at] = [textMember(row, 'by'), instantMember(row, 'at')]
  return by === undefined || at === undefined ? {} : { since: { by, at } }
}

function reviewOf(row: JsonObject): readonly DraftReview[] {
  const [id, decision] = [textMember(row, 'id'), memberOf(row, 'decision')]
  return id === undefined || !isJsonObject(decision) ? [] : [{ id, decision }]
}

function policyOf(row: JsonObject): readonly DraftPolicy[] {
  const [name, value] = [textMember(row, 'name'), memberOf(row, 'value')]
  return name === undefined || !isJsonObject(value) ? [] : [{ name, value }]
}

/** Where an exported entry or sighting says that it came from; undefined where it doesn't. */
function sourceOf(value: unknown): Source | undefined {
  if (!isJsonObject(value)) return undefined
  const kind = SOURCE_KINDS.find((each) => each === memberOf(value, 'kind'))
  const trust = TRUSTS.find((each) => each === memberOf(value, 'trust'))
  if (kind === undefined || trust === undefined) return undefined
  const texts = (['agent', 'session', 'message', 'format', 'file'] as const).flatMap((name) => {
    const text = textMember(value, name)
    return text === undefined ? [] : [[name, text] as const]
  })
  const line = memberOf(value, 'line')
  return { kind, trust, ...Object.fromEntries(texts), ...(Number.isInteger(line) && { line: Number(line) }) }
}

function quarantinedOf(row: JsonObject): readonly QuarantinedDraft[] {
  const [format, file, reason, text] = ['format', 'file', 'reason', 'text'].map((name) =>
    textMember(row, name),
  )
  const [line, offset] = [memberOf(row, 'line'), memberOf(row, 'offset')]
  const encoding = memberOf(row, 'encoding') === 'base64' ? 'base64' : 'utf8'
  if (format === undefined || file === undefined || reason === undefined || text === undefined) return []
  if (typeof line !== 'number' || typeof offset !== 'number') return []
  return [{ format, file, line, offset, reason, text, encoding }]
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
