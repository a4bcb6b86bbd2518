import {
  by,
  byText,
  canonicalJson,
  formatInstant,
  inOrder,
  type Json,
  type JsonObject,
  sortedUnique,
} from '@varve/core'
import type { DraftFields } from '../../import/import-format.ts'
import { memberOf } from '../../import/json-members.ts'
import { linkOf, type QipuNote, type StatedLink, tagList } from '../../import/qipu/parse-note.ts'
import { QIPU_MEMBERS } from './edit-front-matter.ts'

/** What of an entry its note says beside its text. Ids are those of the files. */
export interface NoteFacts {
  readonly links: readonly { readonly type: string; readonly id: string }[]
  readonly compacts: readonly string[]
}

type Members = ReadonlyMap<string, Json>
type NoteFields = Pick<DraftFields, 'title' | 'type' | 'tags' | 'summary' | 'value' | 'custom' | 'extra'>

const LINK_ORDER = inOrder<{ readonly type: string; readonly id: string }>(
  by((link) => link.type, byText),
  by((link) => link.id, byText),
)

/** The front matter of a new note. */
export function newMembers(
  id: string,
  fields: DraftFields & { readonly created: number; readonly updated: number; readonly title: string },
  facts: NoteFacts,
): JsonObject {
  const { agent, kind } = fields.source
  const sources = fields.refs.flatMap(({ url }) => (url === undefined ? [] : [{ url }]))
  const members = new Map<string, Json>([
    ['id', id],
    ['title', fields.title],
    ['created', formatInstant(fields.created)],
    ['updated', formatInstant(fields.updated)],
    ...(sources.length === 0 ? [] : [['sources', sources] as const]),
    ...(agent === undefined ? [] : [[kind === 'human' ? 'author' : 'generated_by', agent] as const]),
    ...membersOf(fields, facts),
  ])
  const rank = (name: string): number => (QIPU_MEMBERS.includes(name) ? QIPU_MEMBERS.indexOf(name) : 99)
  return Object.fromEntries([...members].sort(([a], [b]) => rank(a) - rank(b)))
}

/**
 * The members of a note's front matter that are not now what they were when it was read. `selfId`: the
 * id by which the note would name itself.
 */
export function changedMembers(
  note: QipuNote,
  fields: NoteFields,
  facts: NoteFacts,
  selfId: string | undefined,
): ReadonlyMap<string, Json | undefined> {
  const then = membersOf(note.fields, factsOf(note, selfId))
  const now = membersOf(fields, facts)
  const changes = new Map<string, Json | undefined>()
  for (const name of new Set([...then.keys(), ...now.keys()])) {
    if (canonicalJson(then.get(name)) === canonicalJson(now.get(name))) continue
    const value = now.get(name)
    if (name === 'links') changes.set(name, changedLinks(note, facts, selfId))
    else if (name === 'tags') changes.set(name, changedTags(note, fields.tags))
    else changes.set(name, value)
  }
  if (changes.has('compacts') && Object.hasOwn(note.data, 'compacted')) changes.set('compacted', undefined)
  return changes
}

function membersOf(fields: NoteFields, { links, compacts }: NoteFacts): Members {
  const stated: readonly (readonly [string, Json | undefined])[] = [
    // What was no value of a field gives way to one that is.
    ...Object.entries(fields.extra ?? {}),
    ['title', fields.title],
    ['type', fields.type],
    ['tags', fields.tags.length === 0 ? undefined : fields.tags],
    ['links', links.length === 0 ? undefined : distinctLinks(links)],
    ['summary', fields.summary],
    ['compacts', compacts.length === 0 ? undefined : sortedUnique(compacts)],
    ['value', fields.value],
    ['custom', fields.custom],
  ]
  return new Map(stated.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])))
}

function distinctLinks(links: NoteFacts['links']): Json {
  const byName = new Map(links.map(({ type, id }) => [`${type} ${id}`, { type, id }] as const))
  return [...byName.values()].sort(LINK_ORDER)
}

/** What the note said when it was read: a link to itself never became one. */
function factsOf(note: QipuNote, selfId: string | undefined): NoteFacts {
  const links = new Map(
    note.links.filter(({ id }) => id !== selfId).map((link) => [`${link.type} ${link.id}`, link] as const),
  )
  return { links: [...links.values()], compacts: note.compacts }
}

/** The links of the file that still hold, where they stood, and the new ones behind them. */
function changedLinks(
  { data }: QipuNote,
  { links }: NoteFacts,
  selfId: string | undefined,
): Json | undefined {
  const nameOf = (link: StatedLink | NoteFacts['links'][number]): string => `${link.type} ${link.id}`
  const now = new Map(links.map((link) => [nameOf(link), link] as const))
  const stated = memberOf(data, 'links')
  const kept = (Array.isArray(stated) ? stated : []).filter((item: Json) => {
    const link = linkOf(item)
    return link === undefined || link.id === selfId || now.delete(nameOf(link))
  })
  const added = [...now.values()].sort(LINK_ORDER).map(({ type, id: to }) => ({ type, id: to }))
  return kept.length + added.length === 0 ? undefined : [...kept, ...added]
}

function changedTags({ data }: QipuNote, tags: readonly string[]): Json | undefined {
  if (tags.length === 0) return undefined
  const stated = memberOf(data, 'tags')
  const kept = (Array.isArray(stated) ? stated : [])
    .map((tag: Json) => String(tag))
    .filter((tag) => tags.includes(tag))
  const before = kept.length > 0 ? kept : tagList(data).filter((tag) => tags.includes(tag))
  return [...before, ...tags.filter((tag) => !before.includes(tag))]
}
