import { isAbsolute, win32 } from 'node:path'
import type { JsonObject, Ref } from '@varve/core'
import { parseLayer } from '@varve/core/consolidate'
import { draftFields, member } from '../draft-fields.ts'
import {
  type DraftUse,
  type ImportSource,
  joinImports,
  NOTHING,
  type ParsedImport,
  type SourceFile,
} from '../import-format.ts'
import { type JsonRow, readKnownRows } from '../json-lines.ts'
import { instantMember, memberOf, textMember, withoutMembers } from '../json-members.ts'
import { RowDrafts } from '../row-drafts.ts'
import { isMemory } from './detect.ts'
import { unwrapContent } from './unwrap-content.ts'

const FORMAT = 'linksee'

/** What becomes a field, or is worked out anew: whether a memory is protected follows from the rest. */
const TAKEN = [
  'id',
  'entity_id',
  'entity_name',
  'entity_kind',
  'layer',
  'content',
  'importance',
  'protected',
  'created_at',
  'last_accessed_at',
  'access_count',
  'thread_id',
]

export function parse(source: ImportSource): ParsedImport {
  return joinImports(source.files.map((file) => parseFile(file, source)))
}

function parseFile(file: SourceFile, source: ImportSource): ParsedImport {
  const { rows, quarantined } = readKnownRows(file, FORMAT, isMemory)
  const into = new RowDrafts(file.path)
  const uses: DraftUse[] = []
  for (const row of rows) {
    const ref = into.add({
      id: `linksee-${memberOf(row.value, 'id')}`,
      text: row.text,
      line: row.line,
      fields: fieldsOf(row, file, source),
    })
    if (ref !== undefined) uses.push(...usesOf(ref, row.value))
  }
  const { drafts, issues } = into
  return { ...NOTHING, drafts, issues, uses, quarantined }
}

function fieldsOf({ value, line }: JsonRow, file: SourceFile, source: ImportSource) {
  const { content, rest, ...attributes } = unwrapContent(String(value.content))
  const created = instantMember(value, 'created_at')
  const importance = memberOf(value, 'importance')
  const thread = textMember(value, 'thread_id')
  const layer = parseLayer(String(value.layer))
  return draftFields(
    { format: FORMAT, file: file.path, line, trust: source.trust },
    {
      content,
      ...attributes,
      ...(layer !== undefined && { layer }),
      entity: { kind: textMember(value, 'entity_kind') ?? 'other', name: String(value.entity_name) },
      ...(typeof importance === 'number' && importance >= 0 && importance <= 1 && { importance }),
      ...(created !== undefined && { created }),
      tags: thread === undefined ? [] : [`thread:${thread}`],
      refs: refsOf(rest),
      ...member('extra', { ...withoutNulls(withoutMembers(value, TAKEN)), ...(rest && { envelope: rest }) }),
    },
  )
}

function refsOf(rest: JsonObject | undefined): readonly Ref[] {
  const affects = rest === undefined ? undefined : memberOf(rest, 'affects')
  if (!Array.isArray(affects)) return []
  // Of a file elsewhere on somebody's machine nothing could be checked: it stays in the envelope.
  return affects.flatMap((path) =>
    typeof path === 'string' && path !== '' && !isAbsolute(path) && !win32.isAbsolute(path) ? [{ path }] : [],
  )
}

function usesOf(ref: string, value: JsonObject): readonly DraftUse[] {
  const [count, at] = [memberOf(value, 'access_count'), instantMember(value, 'last_accessed_at')]
  return typeof count === 'number' && count > 0 && at !== undefined ? [{ ref, at, count }] : []
}

function withoutNulls(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== null))
}
