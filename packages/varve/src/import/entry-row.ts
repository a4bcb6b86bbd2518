import {
  ALTITUDES,
  CONFIDENCES,
  type Confidence,
  type Instant,
  isJsonObject,
  type JsonObject,
  LAYERS,
  type Layer,
  MEM_STATES,
  MEM_TYPES,
  type Ref,
  SOURCE_KINDS,
  type Source,
  TRUSTS,
  type Trust,
} from '@varve/core'
import { type DraftPlace, draftFields, member } from './draft-fields.ts'
import {
  consolidationMember,
  entityMember,
  numberWithin,
  oneOf,
  refOf,
  scopeMember,
  scoresMember,
} from './entry-members.ts'
import type { DraftFields } from './import-format.ts'
import {
  instantMember,
  isExactInstant,
  memberOf,
  objectsMember,
  renderMembers,
  tagsMember,
  textMember,
  withoutMembers,
} from './json-members.ts'
import { guessCategory } from './markdown/guess-category.ts'

/** An object read as an entry. */
export interface EntryRow {
  readonly id?: string
  readonly fields: DraftFields
  /** Ids it says it replaces. */
  readonly supersedes: readonly string[]
}

const TEXT = [
  'content',
  'text',
  'fact',
  'memory',
  'observation',
  'statement',
  'note',
  'message',
  'summary',
  'title',
]
const CREATED = ['created', 'created_at', 'createdAt', 'timestamp', 'date', 'time']
const OWN_SOURCE = ['kind', 'trust', 'agent', 'session', 'message', 'format', 'file', 'line']
const INSTANTS = ['asserted_from', 'asserted_to', 'valid_from', 'valid_to'] as const

/**
 * Reads an object as an entry: members that Varve has a name for go to its fields, the others to
 * `extra` in their order. An object without text is kept as its members, one a line.
 */
export function readEntryRow(row: JsonObject, place: DraftPlace): EntryRow {
  const used = new Set<string>()
  const text = take(used, TEXT, (name) => textMember(row, name))
  const kind = take(used, ['kind'], (name) => textMember(row, name))
  const id = take(used, ['id', 'uuid'], (name) => textMember(row, name))
  const supersedes = idsMember(row, 'supersedes')
  if (supersedes.length > 0) used.add('supersedes')
  const fields: Partial<Omit<DraftFields, 'source'>> = {
    type: take(used, ['type'], (name) => textMember(row, name)) ?? (kind === undefined ? 'fact' : 'learning'),
    category: take(used, ['category'], (name) => textMember(row, name)) ?? guessCategory([kind ?? '']),
    tags: takeTags(used, row),
    refs: takeRefs(used, row),
    confidence:
      take(used, ['confidence'], (name) => oneOf(CONFIDENCES, row, name)) ?? ('medium' as Confidence),
    ...takeOptional(used, row),
  }
  const source = takeSource(used, row)
  const custom = {
    ...objectMember(used, row, 'custom'),
    ...(kind === undefined ? {} : { kind }),
    ...takeBranch(used, row),
  }
  const extra = { ...objectMember(used, row, 'extra'), ...withoutMembers(row, used) }
  return {
    ...(id === undefined ? {} : { id }),
    supersedes,
    fields: draftFields(place, {
      content: text ?? renderMembers(row),
      ...fields,
      ...member('custom', custom),
      ...member('extra', extra),
      source,
    }),
  }
}

/** A member that is an id or a list of ids. */
export function idsMember(row: JsonObject, name: string): readonly string[] {
  const value = memberOf(row, name)
  const ids = Array.isArray(value) ? value : [value]
  return ids.filter((id): id is string => typeof id === 'string' && id !== '')
}

function take<T>(
  used: Set<string>,
  names: readonly string[],
  read: (name: string) => T | undefined,
): T | undefined {
  for (const name of names) {
    const value = read(name)
    if (value === undefined) continue
    used.add(name)
    return value
  }
  return undefined
}

function takeOptional(used: Set<string>, row: JsonObject): Partial<Omit<DraftFields, 'source'>> {
  const created = take(used, CREATED, (name) => instantMember(row, name))
  for (const name of CREATED) if (!isExactInstant(row, name)) used.delete(name)
  const title = take(used, ['title'], (name) => (used.has(name) ? undefined : textMember(row, name)))
  const summary = take(used, ['summary'], (name) => (used.has(name) ? undefined : textMember(row, name)))
  const layer = take<Layer>(used, ['layer'], (name) => oneOf(LAYERS, row, name))
  const altitude = take(used, ['altitude'], (name) => oneOf(ALTITUDES, row, name))
  const mem_type = take(used, ['mem_type'], (name) => oneOf(MEM_TYPES, row, name))
  const mem_state = take(used, ['mem_state'], (name) => oneOf(MEM_STATES, row, name))
  const consolidation = take(used, ['consolidation'], (name) => consolidationMember(row, name))
  const key = take(used, ['key'], (name) => textMember(row, name))
  const scope = take(used, ['scope'], (name) => scopeMember(row, name))
  const importance = take(used, ['importance'], (name) => numberWithin(row, name, 1))
  const value = take(used, ['value'], (name) => numberWithin(row, name, 100))
  const isPinned = memberOf(row, 'pinned') === true
  if (isPinned) used.add('pinned')
  const entity = entityMember(row)
  if (entity !== undefined) used.add('entity')
  const scores = scoresMember(row)
  if (scores !== undefined) used.add('scores')
  return {
    ...(created === undefined ? {} : { created }),
    ...(title === undefined ? {} : { title }),
    ...(summary === undefined ? {} : { summary }),
    ...(layer === undefined ? {} : { layer }),
    ...(altitude === undefined ? {} : { altitude }),
    ...(mem_type === undefined ? {} : { mem_type }),
    ...(mem_state === undefined ? {} : { mem_state }),
    ...(consolidation === undefined ? {} : { consolidation }),
    ...(key === undefined ? {} : { key }),
    ...(scope === undefined ? {} : { scope }),
    ...(importance === undefined ? {} : { importance }),
    ...(value === undefined ? {} : { value }),
    ...(isPinned ? { pinned: true } : {}),
    ...(entity === undefined ? {} : { entity }),
    ...(scores === undefined ? {} : { scores }),
    ...takeInstants(used, row),
  }
}

function takeInstants(
  used: Set<string>,
  row: JsonObject,
): { readonly [N in (typeof INSTANTS)[number]]?: Instant } {
  const found: { [N in (typeof INSTANTS)[number]]?: Instant } = {}
  for (const name of INSTANTS) {
    const at = take(used, [name], () => instantMember(row, name))
    if (at !== undefined) found[name] = at
  }
  return found
}

function takeSource(used: Set<string>, row: JsonObject): Partial<Source> {
  const stated = memberOf(row, 'source')
  const within = isJsonObject(stated) ? stated : {}
  const session =
    textMember(within, 'session') ??
    take(used, ['session_id', 'session', 'sessionId'], (name) => textMember(row, name))
  const agent =
    textMember(within, 'agent') ?? take(used, ['agent', 'author'], (name) => textMember(row, name))
  const trust: Trust | undefined =
    oneOf(TRUSTS, within, 'trust') ?? take(used, ['trust'], (name) => oneOf(TRUSTS, row, name))
  const message = textMember(within, 'message')
  if (Object.keys(within).length > 0 && Object.keys(within).every((name) => OWN_SOURCE.includes(name)))
    used.add('source')
  const kind = oneOf(SOURCE_KINDS, within, 'kind')
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(session === undefined ? {} : { session }),
    ...(agent === undefined ? {} : { agent }),
    ...(trust === undefined ? {} : { trust }),
    ...(message === undefined ? {} : { message }),
  }
}

function takeTags(used: Set<string>, row: JsonObject): readonly string[] {
  return (
    take(used, ['tags', 'labels'], (name) =>
      Array.isArray(memberOf(row, name)) ? tagsMember(row, name) : undefined,
    ) ?? []
  )
}

function takeRefs(used: Set<string>, row: JsonObject): readonly Ref[] {
  const refs = objectsMember(row, 'refs').map(refOf)
  if (refs.length > 0) {
    used.add('refs')
    return refs
  }
  const path = take(used, ['path', 'file', 'file_path'], (name) => textMember(row, name))
  if (path === undefined) return []
  const line = take(used, ['line'], (name) => numberWithin(row, name, 1e9))
  return [line === undefined ? { path } : { path, line }]
}

function takeBranch(used: Set<string>, row: JsonObject): JsonObject {
  const branch = take(used, ['branch'], (name) => textMember(row, name))
  return branch === undefined ? {} : { branch }
}

function objectMember(used: Set<string>, row: JsonObject, name: string): JsonObject {
  const value = memberOf(row, name)
  if (!isJsonObject(value)) return {}
  used.add(name)
  return value
}
