import {
  CONFIDENCES,
  type EntryId,
  type Instant,
  type Issue,
  isEntryId,
  isJsonObject,
  type JsonObject,
  parseInstant,
  sortedUnique,
} from '@varve/core'
import { type DraftPlace, draftFields, member } from '../draft-fields.ts'
import { idsMember, readEntryRow } from '../entry-row.ts'
import type { DraftFields } from '../import-format.ts'
import { memberOf, tagsMember, textMember, withoutMembers } from '../json-members.ts'
import { parseJson } from '../parse-json.ts'
import { baseName } from '../path-names.ts'

/** A file of `entries/`, read. */
export interface LeanspecEntry {
  readonly id: EntryId
  readonly value: JsonObject
  readonly fields: DraftFields
  readonly supersedes: readonly string[]
  readonly mergedInto?: string
  readonly sourceEntries: readonly string[]
  readonly staleReason?: string
  readonly isRetracted: boolean
  readonly issues: readonly Issue[]
}

export type ParsedEntry =
  | { readonly kind: 'entry'; readonly entry: LeanspecEntry }
  | { readonly kind: 'bad'; readonly reason: string; readonly position?: number }

export const CATEGORIES = ['conventions', 'architecture', 'operations', 'decisions', 'uncategorised']
/** The members of an entry file, in the order in which they are written. */
export const LEANSPEC_MEMBERS: readonly string[] = [
  'id',
  'category',
  'content',
  'created',
  'agent',
  'tags',
  'supersedes',
  'confidence',
  'merged_into',
  'source',
  'source_entries',
  'stale_reason',
  'varve',
]
const FILE_DATE = /^(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2}(?:\.\d{1,9})?)(Z|[+-]\d{2}-?\d{2})?/

/** Reads the text of one entry file; says why where it holds no entry. */
export function parseLeanspecEntry(text: string, place: DraftPlace): ParsedEntry {
  const parsed = parseJson(text.replace(/^\uFEFF/, ''))
  if (parsed.kind === 'bad') {
    const conflict = text.search(/^<{7} /m)
    return conflict === -1 ? parsed : { kind: 'bad', reason: 'conflict_marker', position: conflict }
  }
  const value = parsed.value
  const id = textMember(value, 'id')
  const created = dateOf(value, place.file)
  const content = memberOf(value, 'content')
  if (id === undefined) return { kind: 'bad', reason: 'missing_id' }
  if (!isEntryId(id)) return { kind: 'bad', reason: 'invalid_id' }
  if (created === undefined) return { kind: 'bad', reason: 'missing_created' }
  if (typeof content !== 'string' || !/[\p{L}\p{N}]/u.test(content))
    return { kind: 'bad', reason: 'empty_content' }
  return { kind: 'entry', entry: entryOf(value, id, content, created, text, place) }
}

function dateOf(
  value: JsonObject,
  file: string,
): { readonly at: Instant; readonly naive: boolean } | undefined {
  const stated = parseInstant(textMember(value, 'created') ?? '')
  if (stated !== undefined) return stated
  const match = FILE_DATE.exec(baseName(file))
  if (!match) return undefined
  return parseInstant(`${match[1]}T${match[2]}:${match[3]}:${match[4]}Z`)
}

function entryOf(
  value: JsonObject,
  id: EntryId,
  content: string,
  created: { readonly at: Instant; readonly naive: boolean },
  text: string,
  place: DraftPlace,
): LeanspecEntry {
  const own = varveFields(value, place)
  const supersedes = supersedesOf(value)
  const malformed = supersedes === undefined
  const confidence = CONFIDENCES.find((each) => each === memberOf(value, 'confidence'))
  const category = textMember(value, 'category') ?? 'uncategorised'
  const agent = textMember(value, 'agent')
  const mergedInto = textMember(value, 'merged_into')
  const staleReason = textMember(value, 'stale_reason')
  const extra = withoutMembers(
    value,
    malformed ? LEANSPEC_MEMBERS.filter((name) => name !== 'supersedes') : LEANSPEC_MEMBERS,
  )
  const { type, title, key, pinned, refs, scope, asserted_from, asserted_to } = own.fields
  return {
    id,
    value,
    fields: draftFields(place, {
      content,
      type,
      category,
      created: created.at,
      confidence: confidence ?? 'medium',
      tags: sortedUnique(tagsMember(value, 'tags')),
      refs,
      ...(title === undefined ? {} : { title }),
      ...(key === undefined ? {} : { key }),
      ...(pinned === undefined ? {} : { pinned }),
      ...(scope === undefined ? {} : { scope }),
      ...(asserted_from === undefined ? {} : { asserted_from }),
      ...(asserted_to === undefined ? {} : { asserted_to }),
      ...member('extra', extra),
      original: { file: baseName(place.file), text },
      source: {
        ...(memberOf(value, 'source') === 'compaction' ? { kind: 'compaction' as const } : {}),
        ...(agent === undefined ? {} : { agent }),
        ...(own.isTrustStated ? { trust: own.fields.source.trust } : {}),
      },
    }),
    supersedes: sortedUnique([...(supersedes ?? []), ...own.supersedes]),
    ...(mergedInto === undefined ? {} : { mergedInto }),
    sourceEntries: sortedUnique(idsMember(value, 'source_entries')),
    ...(staleReason === undefined ? {} : { staleReason }),
    isRetracted: own.isRetracted,
    issues: entryIssues(value, {
      id,
      category,
      place,
      naive: created.naive,
      malformed,
      hasConfidence: confidence !== undefined,
    }),
  }
}

/** The `varve` member: what LeanSpec has no name for. */
function varveFields(value: JsonObject, place: DraftPlace) {
  const varve = memberOf(value, 'varve')
  const row = isJsonObject(varve) ? varve : {}
  const { fields, supersedes } = readEntryRow({ ...row, content: '-' }, place)
  return {
    fields,
    supersedes,
    isTrustStated: textMember(row, 'trust') !== undefined,
    isRetracted: textMember(row, 'state') === 'retracted',
  }
}

/** Undefined where the member is there and is no id, list of ids, or null. */
function supersedesOf(value: JsonObject): readonly string[] | undefined {
  const stated = memberOf(value, 'supersedes')
  if (stated === undefined || stated === null || stated === '') return []
  const ids = Array.isArray(stated) ? stated : [stated]
  const valid = ids.filter((id): id is EntryId => typeof id === 'string' && isEntryId(id))
  return valid.length === ids.length ? valid : undefined
}

interface EntryFacts {
  readonly id: EntryId
  readonly category: string
  readonly place: DraftPlace
  readonly naive: boolean
  readonly malformed: boolean
  readonly hasConfidence: boolean
}

function entryIssues(value: JsonObject, facts: EntryFacts): readonly Issue[] {
  const { id, place } = facts
  const issue = (code: string, severity: Issue['severity'], message: string): Issue => ({
    code,
    severity,
    subjects: [id, place.file],
    message: `${place.file}: ${message}`,
    fix: [`varve show ${id} --raw`],
  })
  const stated = memberOf(value, 'confidence')
  return [
    ...(CATEGORIES.includes(facts.category)
      ? []
      : [issue('unknown_category', 'info', `category ${facts.category} is kept as it is`)]),
    ...(facts.hasConfidence || stated === undefined || stated === null
      ? []
      : [issue('unknown_confidence', 'warning', `confidence ${JSON.stringify(stated)} is taken as medium`)]),
    ...(facts.naive ? [issue('naive_timestamp', 'info', 'created has no offset and is read as UTC')] : []),
    ...(facts.malformed
      ? [issue('malformed_supersedes', 'warning', 'supersedes names no ids; it is kept and not followed')]
      : []),
  ]
}
