import { type Instant, type JsonObject, LINK_INVERSES, parseInstant, sortedUnique } from '@varve/core'
import { linkType } from '../json-members.ts'
import { proseLines } from '../markdown/inline-links.ts'
import { textOf } from '../markdown/whole-note.ts'
import { folderOf, stemOf } from '../path-names.ts'
import type { SourceLine } from '../source-lines.ts'

/** What a page of a vault says of itself beside its text: in its front matter, its properties and its name. */
export interface PageFacts {
  readonly title?: string
  /** Other names that links may call it by. */
  readonly aliases: readonly string[]
  readonly tags: readonly string[]
  /** `key:: value`, by key. */
  readonly properties: Readonly<Record<string, string>>
  /** Links that stand in a property: their type is its key. */
  readonly propertyLinks: readonly { readonly type: string; readonly target: string }[]
  /** Ids of blocks, `id:: …`, by which `((…))` elsewhere leads here. */
  readonly blocks: readonly string[]
  readonly blockRefs: readonly string[]
  /** The day of a journal page. */
  readonly day?: Instant
}

const PROPERTY = /^[ \t]*(?:[-*][ \t]+)?([\p{L}\p{N}_][\p{L}\p{N}_/-]*)::(?:[ \t]+(.*))?$/u
const PAGE_REFERENCE = /\[\[([^[\]]+)\]\]/g
const TAG = /(?:^|[\s(,])#(?:\[\[([^[\]]+)\]\]|([\p{L}\p{N}_/-]*\p{L}[\p{L}\p{N}_/-]*))/gu
const BLOCK_REFERENCE = /\(\(([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\)\)/gi
/** Keys that name the page or its tags, and so lead nowhere. */
const NAMING = new Set(['title', 'alias', 'aliases', 'tag', 'tags', 'id', 'collapsed'])

/** Reads them of Logseq, Obsidian and Foam pages alike; the lines themselves stay in the note's text. */
export function readPageFacts(path: string, lines: readonly SourceLine[], data: JsonObject): PageFacts {
  const prose = proseLines(lines)
  const stated = prose.map(propertyOf).filter((property) => property !== undefined)
  const properties = Object.fromEntries(pageProperties(lines).filter(([, value]) => value !== ''))
  const valuesOf = (...names: readonly string[]): readonly string[] =>
    names.flatMap((name) => [...listOf(data[name]), ...listOf(properties[name])])
  const title = properties.title?.trim()
  const day = journalDay(path)
  return {
    ...(title === undefined || title === '' ? {} : { title }),
    aliases: sortedUnique([...valuesOf('alias', 'aliases'), ...(day === undefined ? [] : dayNames(day))]),
    tags: sortedUnique([
      ...valuesOf('tags', 'tag').map(bareTag),
      ...prose.flatMap((line) =>
        [...line.matchAll(TAG)].map(([, page, word]) => (page ?? word ?? '').trim()),
      ),
      ...(day === undefined ? [] : ['journal']),
    ]).filter((tag) => tag !== ''),
    properties,
    propertyLinks: stated
      .filter(([key, value]) => !NAMING.has(key) && isListOfPages(value))
      .flatMap(([key, value]) =>
        [...value.matchAll(PAGE_REFERENCE)].map(([, target = '']) => ({
          type: propertyLinkType(key),
          target: target.trim(),
        })),
      ),
    blocks: stated.filter(([key]) => key === 'id').map(([, value]) => value.trim().toLowerCase()),
    blockRefs: sortedUnique(
      prose.flatMap((line) => [...line.matchAll(BLOCK_REFERENCE)].map(([, id = '']) => id.toLowerCase())),
    ),
    ...(day === undefined ? {} : { day }),
  }
}

function propertyOf(line: string): readonly [key: string, value: string] | undefined {
  const [, key, value = ''] = PROPERTY.exec(line) ?? []
  return key === undefined ? undefined : [key.toLowerCase(), value]
}

/** References and nothing else: any further word may turn them round ("all, except"). */
function isListOfPages(value: string): boolean {
  return /^[\s,;]*$/.test(value.replace(PAGE_REFERENCE, ''))
}

/** The properties of the page itself: the lines at its top. */
function pageProperties(lines: readonly SourceLine[]): readonly (readonly [string, string])[] {
  const found: (readonly [string, string])[] = []
  for (const { text } of lines) {
    const property = propertyOf(text)
    if (property !== undefined) found.push(property)
    else if (text.trim() !== '' && text.trim() !== '-') break
  }
  return found
}

/** A key that is a link type, or reads as one backwards, is that; any other names a type of its own. */
function propertyLinkType(key: string): string {
  const type = linkType(key)
  const known = [...Object.keys(LINK_INVERSES), ...Object.values(LINK_INVERSES)]
  return known.find((each) => each === type) ?? type
}

/** A list, or a text with commas outside of page references. */
function listOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => textOf(item) ?? [])
  const text = textOf(value)
  if (text === undefined) return []
  return (text.match(/\[\[[^[\]]*\]\]|[^,[]+/g) ?? [])
    .map((part) => part.trim().replace(/^\[\[(.*)\]\]$/, '$1'))
    .filter((part) => part !== '')
}

function bareTag(tag: string): string {
  return tag
    .replace(/^#/, '')
    .replace(/^\[\[(.*)\]\]$/, '$1')
    .trim()
}

const JOURNAL_FOLDER = /(?:^|\/)(?:journals?|daily(?:[-_ ]notes?)?|diary)$/i

function journalDay(path: string): Instant | undefined {
  if (!JOURNAL_FOLDER.test(folderOf(path))) return undefined
  const [, year, month, day] = /^(\d{4})[-_.](\d{2})[-_.](\d{2})$/.exec(stemOf(path)) ?? []
  return year === undefined ? undefined : parseInstant(`${year}-${month}-${day}`)?.at
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `2022-01-02` and, as Logseq titles it, `Jan 2nd, 2022`. */
function dayNames(at: Instant): readonly string[] {
  const date = new Date(at)
  const day = date.getUTCDate()
  const ending = day > 3 && day < 21 ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th')
  const iso = date.toISOString().slice(0, 10)
  return [iso, `${MONTHS[date.getUTCMonth()]} ${day}${ending}, ${date.getUTCFullYear()}`]
}
