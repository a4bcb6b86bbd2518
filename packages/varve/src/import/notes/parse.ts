import type { Issue, JsonObject } from '@varve/core'
import { isJsonObject, sortedUnique } from '@varve/core'
import {
  type DraftFields,
  type ImportSource,
  joinImports,
  type KnownNote,
  type ParsedImport,
} from '../import-format.ts'
import { findNoteLinks, type NamedNote } from '../markdown/note-links.ts'
import { readNote, type WholeNote } from '../markdown/whole-note.ts'
import { type PageFacts, readPageFacts } from './page-facts.ts'

export const NOTES_FORMAT = 'notes'

/**
 * Reads pages of a vault, or any notes: each file one note, its links by name. Notes that are here
 * already are asked too: a link that waited for one of these is found, and one of these may lead there.
 */
export function parse(source: ImportSource): ParsedImport {
  const parts: ParsedImport[] = []
  const notes: NamedNote[] = []
  for (const file of source.files) {
    let facts: PageFacts | undefined
    const { note, parsed } = readNote(file, source, NOTES_FORMAT, (read) => {
      facts = readPageFacts(file.path, read.lines, read.data)
      return pageFields(read, facts)
    })
    parts.push(parsed)
    const draft = parsed.drafts[0]
    if (note === undefined || draft === undefined || facts === undefined) continue
    const title = draft.fields.title ?? note.title
    notes.push(named(file.path, draft.ref, { ...note, title }, facts))
  }
  const isNew = new Set(notes.map(({ ref }) => ref))
  const paths = new Set(notes.map(({ path }) => path))
  const known = (source.known?.() ?? []).filter(({ file }) => !paths.has(file)).map(knownNote)
  const { links, unresolved, issues } = findNoteLinks([...notes, ...known])
  const joined = joinImports(parts)
  return {
    ...joined,
    links: links.filter(({ from, to }) => isNew.has(from) || isNew.has(to)),
    issues: [...joined.issues, ...issues, ...waiting(unresolved)],
  }
}

function named(path: string, ref: string, note: NamedNote['note'], facts: PageFacts): NamedNote {
  const { aliases, propertyLinks, blocks, blockRefs } = facts
  return { path, ref, note, aliases, typed: propertyLinks, blocks, blockRefs }
}

function knownNote({ id, file, title, content, data }: KnownNote): NamedNote {
  const lines = content.split('\n').map((text, index) => ({ number: index + 1, offset: 0, text }))
  return named(file, id, { lines, title }, readPageFacts(file, lines, data))
}

function pageFields(
  note: WholeNote,
  { title, tags, properties, day, aliases }: PageFacts,
): Partial<Omit<DraftFields, 'source'>> {
  const frontMatter = Object.keys(note.data).length === 0 ? {} : { front_matter: note.data }
  const custom: JsonObject = {
    ...frontMatter,
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
    ...(aliases.length === 0 || day !== undefined ? {} : { aliases }),
  }
  return {
    ...(title === undefined ? {} : { title }),
    tags: sortedUnique(tags),
    ...(Object.keys(custom).length === 0 ? {} : { custom }),
    ...(day === undefined ? {} : { created: day }),
  }
}

/** Front matter as an import of the note kept it. */
export function keptData(custom: JsonObject | undefined): JsonObject {
  const data = custom?.front_matter
  return isJsonObject(data) ? data : {}
}

function waiting(names: readonly string[]): readonly Issue[] {
  if (names.length === 0) return []
  return [
    {
      code: 'unresolved_reference',
      severity: 'info',
      subjects: names,
      message: `${names.length} ${names.length === 1 ? 'name' : 'names'} in links lead to no note yet`,
      fix: [],
    },
  ]
}
