import {
  byText,
  type EntryId,
  type Instant,
  type Issue,
  isEntryId,
  isJsonObject,
  type Json,
  type JsonObject,
  parseInstant,
  type Ref,
  sortedUnique,
} from '@varve/core'
import { type DraftPlace, draftFields, member } from '../draft-fields.ts'
import type { DraftFields } from '../import-format.ts'
import { memberOf, objectsMember, textMember, withoutMembers } from '../json-members.ts'
import { type InlineLink, inlineLinks } from '../markdown/inline-links.ts'
import { parseYamlMapping } from '../markdown/yaml-mapping.ts'
import { type NoteText, splitNoteText } from './note-text.ts'

/** A typed link as a note's front matter states it. */
export interface StatedLink {
  readonly type: string
  readonly id: EntryId
}

/** A note file, read. */
export interface QipuNote {
  readonly id: EntryId
  readonly text: NoteText
  readonly data: JsonObject
  readonly fields: DraftFields
  readonly links: readonly StatedLink[]
  readonly inline: readonly InlineLink[]
  readonly compacts: readonly EntryId[]
  /** When its text was last changed, as far as the file says. */
  readonly updated?: Instant
  readonly issues: readonly Issue[]
}

export type ParsedNote =
  | { readonly kind: 'note'; readonly note: QipuNote }
  | { readonly kind: 'bad'; readonly reason: string; readonly line: number }

export interface NotePlace extends DraftPlace {
  /** The path below the store, which an export writes to again. */
  readonly storePath: string
  /** The type of notes that state none. */
  readonly defaultType: string
}

/** The front matter that has a field of its own in Varve; the rest goes to `extra`. */
const FIELD_NAMES = ['id', 'title', 'type', 'created', 'tags', 'links', 'summary', 'value', 'custom']
const LINEAGE_NAMES = ['compacts', 'compacted']

/** Reads the text of one note file; says why where it holds no note. */
export function parseQipuNote(file: string, place: NotePlace): ParsedNote {
  const text = splitNoteText(file)
  if (text === undefined) return { kind: 'bad', reason: 'no front matter', line: 1 }
  const parsed = parseYamlMapping(text.yaml)
  if (parsed.kind === 'other') return { kind: 'bad', reason: 'the front matter is no mapping', line: 1 }
  if (parsed.kind === 'invalid') return { kind: 'bad', reason: parsed.message, line: parsed.line + 1 }
  const { data } = parsed
  const id = scalarText(data, 'id')
  const title = scalarText(data, 'title')
  if (id === undefined || title === undefined)
    return { kind: 'bad', reason: `it has no ${id === undefined ? 'id' : 'title'}`, line: 1 }
  if (!isEntryId(id)) return { kind: 'bad', reason: 'its id has characters that an id cannot have', line: 1 }
  return { kind: 'note', note: noteOf(file, text, data, id, title, place) }
}

function noteOf(
  file: string,
  text: NoteText,
  data: JsonObject,
  id: EntryId,
  title: string,
  place: NotePlace,
): QipuNote {
  const content = bodyText(text.body)
  const compacts = LINEAGE_NAMES.flatMap((name) => idList(data, name))
  const updated = parseInstant(textMember(data, 'updated') ?? '')?.at
  const problems = new Problems(id, place)
  const fields = fieldsOf(data, title, content, place, problems)
  if (new Set(compacts).size < compacts.length)
    problems.add('duplicate_source', 'info', 'it lists a source twice; it counts once')
  return {
    id,
    text,
    data,
    fields: { ...fields, original: { file: place.storePath, text: file } },
    links: statedLinks(data),
    inline: inlineLinks(linesOf(content)),
    compacts: [...new Set(compacts)].sort(byText),
    ...(updated === undefined ? {} : { updated }),
    issues: problems.found,
  }
}

/** The body as Varve holds it: with line feeds alone. */
export function bodyText(body: string): string {
  return body.replaceAll('\r\n', '\n')
}

function fieldsOf(
  data: JsonObject,
  title: string,
  body: string,
  place: NotePlace,
  problems: Problems,
): DraftFields {
  const value = worthOf(data, problems)
  const created = createdOf(data, problems)
  const summary = textMember(data, 'summary')
  const agent = textMember(data, 'generated_by') ?? textMember(data, 'author')
  const custom = memberOf(data, 'custom')
  const refs = refsOf(data)
  // What is no value of its field is kept beside the members that Varve has no name for.
  const isStated = (name: string): boolean => (memberOf(data, name) ?? null) !== null
  const misread = new Set([
    ...(isStated('custom') && !isJsonObject(custom) ? ['custom'] : []),
    ...(isStated('value') && value === undefined ? ['value'] : []),
    ...(isStated('created') && created === undefined ? ['created'] : []),
  ])
  const used = [...FIELD_NAMES, ...LINEAGE_NAMES, 'updated'].filter((name) => !misread.has(name))
  return draftFields(place, {
    content: /[\p{L}\p{N}]/u.test(body) ? body : title,
    title: title.replace(/\s+/g, ' '),
    type: textMember(data, 'type') ?? place.defaultType,
    tags: tagList(data),
    refs,
    ...(created === undefined ? {} : { created }),
    ...(summary === undefined ? {} : { summary }),
    ...(value === undefined ? {} : { value }),
    ...member('custom', isJsonObject(custom) ? custom : undefined),
    ...member('extra', withoutMembers(data, used)),
    source: agent === undefined ? {} : { agent },
  })
}

/** Tags as a list, or as one text with commas: sorted, each once. */
export function tagList(data: JsonObject): readonly string[] {
  const tags = memberOf(data, 'tags')
  const list = typeof tags === 'string' ? tags.split(',') : Array.isArray(tags) ? tags : []
  return sortedUnique(
    list.flatMap((tag) => (typeof tag === 'string' || typeof tag === 'number' ? String(tag).trim() : [])),
  ).filter((tag) => tag !== '')
}

/** The members of `links` that are links; the file keeps the others. */
export function statedLinks(data: JsonObject): readonly StatedLink[] {
  return objectsMember(data, 'links').flatMap((link) => linkOf(link) ?? [])
}

export function linkOf(link: Json): StatedLink | undefined {
  if (!isJsonObject(link)) return undefined
  const id = scalarText(link, 'id')
  const type = textMember(link, 'type') ?? 'related'
  return id !== undefined && isEntryId(id) ? { type, id } : undefined
}

function idList(data: JsonObject, name: string): readonly EntryId[] {
  const value = memberOf(data, name)
  const list = Array.isArray(value) ? value : [value]
  return list.flatMap((id) => {
    const text = typeof id === 'number' ? String(id) : id
    return typeof text === 'string' && isEntryId(text) ? [text] : []
  })
}

/** Where the note's knowledge is from, as evidence. What a source says beyond its address stays in `extra`. */
function refsOf(data: JsonObject): readonly Ref[] {
  const urls = objectsMember(data, 'sources').flatMap((source) => textMember(source, 'url') ?? [])
  const single = textMember(data, 'source')
  return sortedUnique([...urls, ...(single?.includes('://') ? [single] : [])]).map((url) => ({ url }))
}

function worthOf(data: JsonObject, problems: Problems): number | undefined {
  const value = memberOf(data, 'value')
  if (value === undefined || value === null) return undefined
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 100) return value
  problems.add(
    'invalid_value',
    'error',
    `value is ${JSON.stringify(value)}, not a whole number from 0 to 100`,
  )
  return undefined
}

function createdOf(data: JsonObject, problems: Problems): Instant | undefined {
  const stated = memberOf(data, 'created')
  if (stated === undefined || stated === null) return undefined
  const parsed = typeof stated === 'string' ? parseInstant(stated) : undefined
  if (parsed === undefined)
    problems.add('invalid_value', 'error', `created is no date: ${JSON.stringify(stated)}`)
  else if (parsed.naive) problems.add('naive_timestamp', 'info', 'created has no offset and is read as UTC')
  return parsed?.at
}

/** A member that is a text, or a number that YAML took for one. */
function scalarText(data: JsonObject, name: string): string | undefined {
  const value = memberOf(data, name)
  return typeof value === 'number' ? String(value) : textMember(data, name)?.trim()
}

function linesOf(text: string): Parameters<typeof inlineLinks>[0] {
  return text.split('\n').map((line, index) => ({ number: index + 1, offset: 0, text: line }))
}

/** What is wrong with one note. */
class Problems {
  readonly found: Issue[] = []
  readonly #id: string
  readonly #place: NotePlace

  constructor(id: string, place: NotePlace) {
    this.#id = id
    this.#place = place
  }

  add(code: string, severity: Issue['severity'], what: string): void {
    const { file } = this.#place
    const fix = severity === 'info' ? [] : [`varve edit ${this.#id}`]
    this.found.push({ code, severity, subjects: [this.#id, file], message: `${file}: ${what}`, fix })
  }
}
