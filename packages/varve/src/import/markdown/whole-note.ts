import { type Instant, isEntryId, type JsonObject, parseInstant, sortedUnique } from '@varve/core'
import { draftFields, member } from '../draft-fields.ts'
import {
  type DraftFields,
  type ImportDraft,
  type ImportSource,
  NOTHING,
  type ParsedImport,
  type SourceFile,
} from '../import-format.ts'
import { stemOf } from '../path-names.ts'
import { quarantine, readLines, type SourceLine } from '../source-lines.ts'
import { splitFrontMatter } from './front-matter.ts'
import { frontMatterIssues } from './split-file.ts'

/** A file that is one note. */
export interface WholeNote {
  readonly lines: readonly SourceLine[]
  readonly data: JsonObject
  /** The front matter's text, if there is some. */
  readonly frontMatterText?: string
  readonly title: string
  readonly body: string
}

/** What a note adds to the fields that all notes have. */
export type NoteFields = (note: WholeNote) => Partial<Omit<DraftFields, 'source'>>

/**
 * Reads a file as one titled note whose body stays as it is. Its name is its path, so that an edit
 * of the file is an edit of the same entry.
 */
export function readNote(
  file: SourceFile,
  source: ImportSource,
  format: string,
  fieldsOf: NoteFields = () => ({}),
): { readonly note?: WholeNote; readonly parsed: ParsedImport } {
  const { lines, quarantined } = readLines(file, format)
  const { frontMatter, body } = splitFrontMatter(lines)
  const data = frontMatter?.data ?? {}
  const note: WholeNote = {
    lines: body,
    data,
    ...(frontMatter === undefined ? {} : { frontMatterText: frontMatter.text }),
    title: titleOf(data, body) ?? stemOf(file.path),
    body: bodyOf(body),
  }
  const issues = frontMatterIssues(file.path, frontMatter)
  if (!/[\p{L}\p{N}]/u.test(note.body) && frontMatter === undefined) {
    const left = lines
      .map((line) => line.text)
      .join('\n')
      .trim()
    const kept =
      left === '' ? [] : [quarantine(file.path, format, { number: 1, offset: 0 }, left, 'no_statement')]
    return { parsed: { ...NOTHING, quarantined: [...quarantined, ...kept], issues } }
  }
  const draft = draftOf(file, source, format, note, fieldsOf(note))
  return { note, parsed: { ...NOTHING, drafts: [draft], quarantined, issues } }
}

/** Text of a front matter member that may be a string or a number. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** The first of the members that is a date. */
export function dateOf(data: JsonObject, names: readonly string[]): Instant | undefined {
  for (const name of names) {
    const at = parseInstant(textOf(data[name]) ?? '')?.at
    if (at !== undefined) return at
  }
  return undefined
}

function draftOf(
  file: SourceFile,
  source: ImportSource,
  format: string,
  note: WholeNote,
  more: Partial<Omit<DraftFields, 'source'>>,
): ImportDraft {
  const id = textOf(note.data.id)
  const created = dateOf(note.data, ['created', 'created_at', 'date', 'createdAt'])
  const summary = textOf(note.data.summary) ?? textOf(note.data.description)
  return {
    ref: id !== undefined && isEntryId(id) ? id : file.path,
    ...(id !== undefined && isEntryId(id) ? { id } : {}),
    key: { source: file.path, key: '', occurrence: 1 },
    fields: draftFields(
      { format, file: file.path, line: note.lines[0]?.number ?? 1, trust: source.trust },
      {
        content: note.body.trim() === '' ? note.title : note.body,
        type: 'note',
        title: note.title,
        tags: tagsOf(note.data.tags),
        ...(summary === undefined ? {} : { summary }),
        ...(created === undefined ? {} : { created }),
        ...member('custom', Object.keys(note.data).length === 0 ? undefined : { front_matter: note.data }),
        ...member(
          'extra',
          note.frontMatterText === undefined ? undefined : { front_matter_text: note.frontMatterText },
        ),
        ...more,
      },
    ),
  }
}

function tagsOf(value: unknown): readonly string[] {
  const tags = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : []
  return sortedUnique(tags.flatMap((tag) => textOf(tag)?.replace(/^#/, '') ?? []).filter((tag) => tag !== ''))
}

function titleOf(data: JsonObject, body: readonly SourceLine[]): string | undefined {
  const stated = textOf(data.title)
  if (stated !== undefined) return stated.replace(/\s+/g, ' ')
  const first = body.find((line) => line.text.trim() !== '')
  const heading = /^ {0,3}#\s(.*)$/.exec(first?.text ?? '')?.[1]?.trim()
  return heading === '' ? undefined : heading
}

/** Blank lines above and below are no part of a body. */
function bodyOf(lines: readonly SourceLine[]): string {
  const isText = (line: SourceLine): boolean => line.text.trim() !== ''
  const last = lines.findLastIndex(isText)
  const kept = last === -1 ? [] : lines.slice(lines.findIndex(isText), last + 1)
  return kept.map((line) => line.text).join('\n')
}
