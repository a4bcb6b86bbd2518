import {
  FLAG_KINDS,
  type FlagKind,
  type Issue,
  isJsonObject,
  type JsonObject,
  LINEAGE_KINDS,
  withoutUndefined,
} from '@varve/core'
import { readEntryRow } from '../entry-row.ts'
import type { DraftFields, DraftFlag, DraftLineage } from '../import-format.ts'
import { memberOf, objectsMember, textMember } from '../json-members.ts'
import { readJudgement } from '../judgement-row.ts'
import { parseJson } from '../parse-json.ts'

/** What a qipu store has no words for, as Varve keeps it beside the notes. */
export interface Sidecar {
  readonly lineage: readonly DraftLineage[]
  readonly flags: readonly DraftFlag[]
  readonly retracted: readonly string[]
  /** By the id of an entry: fields that no front matter holds. */
  readonly fields: ReadonlyMap<string, JsonObject>
  /** By path: SHA-256 of a file as it was last written. */
  readonly written: ReadonlyMap<string, string>
}

export const EMPTY_SIDECAR: Sidecar = {
  lineage: [],
  flags: [],
  retracted: [],
  fields: new Map(),
  written: new Map(),
}

/** Reads the sidecar; one that is damaged says nothing, and an issue names it. */
export function parseSidecar(
  path: string,
  text: string,
): { readonly sidecar: Sidecar; readonly issues: readonly Issue[] } {
  const parsed = parseJson(text.replace(/^\uFEFF/, ''))
  if (parsed.kind === 'bad') return { sidecar: EMPTY_SIDECAR, issues: [damaged(path, parsed.reason)] }
  const { value } = parsed
  return {
    sidecar: {
      lineage: objectsMember(value, 'lineage').flatMap(edgeOf),
      flags: objectsMember(value, 'flags').flatMap(flagOf),
      retracted: textsOf(value, 'retracted'),
      fields: objectsById(memberOf(value, 'entries')),
      written: new Map(
        Object.entries(objectOf(value, 'written')).flatMap(([name, hash]) =>
          typeof hash === 'string' ? [[name, hash] as const] : [],
        ),
      ),
    },
    issues: [],
  }
}

/** The fields of a note, with what its sidecar adds. */
export function withSidecarFields(fields: DraftFields, row: JsonObject | undefined): DraftFields {
  if (row === undefined) return fields
  const { format, file, line, trust } = fields.source
  const place = { format: format ?? '', file: file ?? '', line: line ?? 1, trust }
  const read = readEntryRow({ ...row, content: '-' }, place).fields
  const stated = Object.fromEntries(
    Object.entries(read).filter(
      ([name]) => Object.hasOwn(row, name) && name !== 'source' && name !== 'content',
    ),
  )
  const { title, ...untitled } = fields
  const named = memberOf(row, 'untitled') === true || title === undefined ? untitled : { ...untitled, title }
  const { kind, trust: believed, agent, session, message } = read.source
  const stance = withoutUndefined({ kind, trust: believed, agent, session, message })
  const source = isJsonObject(memberOf(row, 'source')) ? { ...fields.source, ...stance } : fields.source
  return { ...named, ...stated, source }
}

function edgeOf(edge: JsonObject): readonly DraftLineage[] {
  const kind = LINEAGE_KINDS.find((each) => each === memberOf(edge, 'kind'))
  const [top, under, hash] = ['top', 'under', 'source_hash'].map((name) => textMember(edge, name))
  if (kind === undefined || top === undefined || under === undefined) return []
  const guard = readJudgement(memberOf(edge, 'guard'))
  const stated = { ...(hash !== undefined && { source_hash: hash }), ...(guard !== undefined && { guard }) }
  return [{ kind, top, under, ...stated }]
}

function flagOf(flag: JsonObject): readonly DraftFlag[] {
  const kind = FLAG_KINDS.find((each): each is FlagKind => each === memberOf(flag, 'kind'))
  const ref = textMember(flag, 'id')
  return kind === undefined || ref === undefined
    ? []
    : [{ ref, kind, reason: textMember(flag, 'reason') ?? 'imported' }]
}

function textsOf(value: JsonObject, name: string): readonly string[] {
  const list = memberOf(value, name)
  return Array.isArray(list) ? list.filter((item): item is string => typeof item === 'string') : []
}

function objectsById(value: unknown): ReadonlyMap<string, JsonObject> {
  if (!isJsonObject(value)) return new Map()
  return new Map(
    Object.entries(value).flatMap(([id, row]) => (isJsonObject(row) ? [[id, row] as const] : [])),
  )
}

function objectOf(value: JsonObject, name: string): JsonObject {
  const inner = memberOf(value, name)
  return isJsonObject(inner) ? inner : {}
}

function damaged(path: string, reason: string): Issue {
  return {
    code: 'sidecar_damaged',
    severity: 'warning',
    subjects: [path],
    message: `${path} is no JSON object (${reason}): what it adds to the notes was not read`,
    fix: [],
  }
}

/** What the sidecar knows of an edge is more than what a front matter can say. */
export function withStatedLineage(
  lineage: readonly DraftLineage[],
  sidecar: Sidecar,
): readonly DraftLineage[] {
  const nameOf = ({ kind, top, under }: DraftLineage): string => `${kind} ${top} ${under}`
  const stated = new Map(sidecar.lineage.map((edge) => [nameOf(edge), edge]))
  return [
    ...lineage.map((edge) => stated.get(nameOf(edge)) ?? edge),
    ...sidecar.lineage.filter((edge) => edge.kind !== 'digests'),
  ]
}
