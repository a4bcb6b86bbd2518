import { isJsonObject, type Json, type JsonObject } from '@varve/core'
import { draftFields, member } from '../draft-fields.ts'
import { keyCounter } from '../draft-id.ts'
import {
  type DraftLink,
  type ImportDraft,
  type ImportSource,
  joinImports,
  NOTHING,
  type ParsedImport,
  type QuarantinedDraft,
  type SourceFile,
} from '../import-format.ts'
import { type JsonRow, readKnownRows } from '../json-lines.ts'
import { instantMember, linkType, memberOf, tagsMember, textMember, withoutMembers } from '../json-members.ts'
import { quarantine } from '../source-lines.ts'
import { isEntity, isRelation } from './graph-row.ts'

const FORMAT = 'mcp-memory'
const ENTITY_MEMBERS = ['type', 'name', 'entityType', 'observations']
const TEXT_MEMBERS = ['text', 'content', 'observation']
const DATE_MEMBERS = ['timestamp', 'created_at', 'createdAt']

export function parse(source: ImportSource): ParsedImport {
  return joinImports(source.files.map((file) => parseFile(file, source)))
}

// An observation is an entry; the first one of an entity stands for it at the ends of relations.
function parseFile(file: SourceFile, source: ImportSource): ParsedImport {
  const { rows, quarantined } = readKnownRows(file, FORMAT, (row) => isRelation(row) || isEntity(row))
  const relations = relationsByEntity(rows)
  const nextKey = keyCounter()
  const drafts: ImportDraft[] = []
  const refByEntity = new Map<string, string>()
  for (const row of rows) {
    if (isRelation(row.value)) continue
    for (const [index, observation] of observationsOf(row.value).entries()) {
      const name = String(row.value.name)
      const isStandIn = !refByEntity.has(name)
      const ref = `${file.path}#${row.line}.${index + 1}`
      if (isStandIn) refByEntity.set(name, ref)
      const extra = {
        ...(index === 0 ? withoutMembers(row.value, ENTITY_MEMBERS) : {}),
        ...(isStandIn && relations.has(name) ? { relations: relations.get(name) ?? [] } : {}),
      }
      const place = { format: FORMAT, file: file.path, line: row.line, trust: source.trust }
      drafts.push({
        ref,
        key: nextKey(file.path, `${name}\n${observation.text}`),
        fields: draftFields(place, {
          content: observation.text,
          entity: { kind: entityKind(row.value), name },
          tags: index === 0 ? tagsMember(row.value, 'tags') : [],
          ...observation.created,
          ...member('extra', { ...extra, ...observation.extra }),
        }),
      })
    }
  }
  const { links, orphans } = linkEntities(file, rows, refByEntity)
  return { ...NOTHING, drafts, links, quarantined: [...quarantined, ...orphans] }
}

interface Observation {
  readonly text: string
  readonly created: { readonly created?: number }
  readonly extra: JsonObject
}

function observationsOf(entity: JsonObject): readonly Observation[] {
  const list = memberOf(entity, 'observations')
  const observations = Array.isArray(list) ? list.map(observationOf) : []
  // An entity that nothing is said of is still known by its name.
  return observations.length > 0 ? observations : [{ text: String(entity.name), created: {}, extra: {} }]
}

function observationOf(value: Json): Observation {
  if (typeof value === 'string') return { text: value, created: {}, extra: {} }
  if (!isJsonObject(value)) return { text: JSON.stringify(value), created: {}, extra: {} }
  const name = TEXT_MEMBERS.find((each) => textMember(value, each) !== undefined)
  if (name === undefined) return { text: JSON.stringify(value), created: {}, extra: {} }
  const created = DATE_MEMBERS.map((each) => instantMember(value, each)).find((at) => at !== undefined)
  return {
    text: textMember(value, name) ?? '',
    created: created === undefined ? {} : { created },
    extra: member('observation', withoutMembers(value, [name])) as JsonObject,
  }
}

function entityKind(entity: JsonObject): string {
  return textMember(entity, 'entityType') ?? 'entity'
}

/** Relations as they stand, kept with the entity they go out from. */
function relationsByEntity(rows: readonly JsonRow[]): ReadonlyMap<string, readonly JsonObject[]> {
  const byEntity = new Map<string, JsonObject[]>()
  for (const { value } of rows) {
    if (!isRelation(value)) continue
    const from = String(value.from)
    const list = byEntity.get(from)
    if (list === undefined) byEntity.set(from, [value])
    else list.push(value)
  }
  return byEntity
}

function linkEntities(file: SourceFile, rows: readonly JsonRow[], refByEntity: ReadonlyMap<string, string>) {
  const links: DraftLink[] = []
  const orphans: QuarantinedDraft[] = []
  for (const row of rows) {
    if (!isRelation(row.value)) continue
    const from = refByEntity.get(String(row.value.from))
    const to = refByEntity.get(String(row.value.to))
    if (from !== undefined && to !== undefined) {
      links.push({ from, to, type: linkType(String(row.value.relationType)), source: 'typed' })
    } else if (from === undefined) {
      const at = { number: row.line, offset: row.offset }
      orphans.push(quarantine(file.path, FORMAT, at, row.text, 'relation_of_unknown_entity'))
    }
  }
  return { links, orphans }
}
